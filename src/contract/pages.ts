import type { OwnTimes } from './scheduling/own-times.ts'
import type { AnswerInterviewView } from './scheduling/answer-page.ts'
import type { Question } from './applications/applications.ts'
import type { Benefit, Picture } from './brand/brand.ts'
import type { OwnApplication } from './candidate/candidate.ts'
import type { Filters } from './openings.ts'
import type { ExportedLicenses, OwnLicenses } from './licenses/licenses.ts'
import type { OpenRole, OpenRoleDetail, RoleState } from './roles.ts'

/** What every public page is given about the employer and this installation. */
export type Site = {
  company_name: string
  company_domain: string
  base_url: string
  terms_url: string
  privacy_url: string
  /** GA4 id, or null: no analytics at all. */
  measurement_id: string | null
  /** Demo data is shown: the page says so. */
  is_demo: boolean
  /** 0: applications are kept until someone asks for their erasure. */
  retention_days: number
  /** Software may draft rationales about applicants. */
  drafts_rationales: boolean
  /** The zone whose days pages show, the same for every reader. */
  time_zone: string
  /** In calendar days, as applicants are promised. */
  reply_within_days: number
  /** Where candidates write to. */
  contact_email: string
  headline: string
  lead: string
  intro: string
  facts: string[]
  benefits: Benefit[]
  eeo_statement: string
  accommodation_statement: string
  /** CSS with this employer's colors; '' for the default ones. */
  styles: string
  accent: string
  logo: Picture | null
  hero: (Picture & { alt: string }) | null
}

/** A question before there's an application. */
export type AskedQuestion = Omit<Question, 'user_session_answer_id' | 'user_session_id'>

export type FieldFault = { path: string; message: string }
/** The answers of a form that's shown again, by `question_name`. */
export type Values = Record<string, string>

/** An application that has just arrived; `reply_within_days` as its role promises. */
export type Applied = { ref_function_role_id: number; function_role_name: string; reply_within_days: number }

export type HomeView = {
  page: 'home'
  /** 'pending': the openings come later in the same response; 'failed': they couldn't be read. */
  roles: OpenRole[] | 'pending' | 'failed'
  filters: Filters
  /** A long list is shown in parts, the first being 1. */
  part: number
  /** The role just applied for. */
  applied: Applied | null
}
export type RoleView = {
  page: 'role'
  /** Anyone with the preview link can see the draft. */
  role: OpenRoleDetail & { state: RoleState }
  questions: AskedQuestion[]
  /** How long applying usually takes, measured; null: not known. */
  minutes: number | null
  /** The link that the visitor came by; null: none. */
  via: string | null
}
export type ApplyView = {
  page: 'apply'
  role: OpenRoleDetail
  questions: AskedQuestion[]
  /** As on the role's page. */
  minutes: number | null
  values: Values
  /** When each answer of a draft continued here was edited (ms since 1970); empty without a draft. */
  edits: Record<string, number>
  /** A message above the form that isn't an error. */
  done: string | null
  faults: FieldFault[]
  /** One sentence above the form that says why it's shown again. */
  refusal: string | null
  /** This browser has applied for this role already. */
  has_applied: boolean
  /** As on the role's page. */
  via: string | null
}
export type ResumeView = {
  page: 'resume'
  role: OpenRoleDetail
  user_session_id: number
  reference: string
  first_name: string | null
  email: string | null
  /** The form had a question about licenses, which are listed on a page of their own. */
  asks_licenses: boolean
  refusal: string | null
}
/** After an hour's absence, asks who it is before anything personal is shown. */
export type StillYouView = { page: 'still-you'; role: OpenRoleDetail; next: 'apply' | 'resume' | 'licenses' }
/** The end of an application sent without cookies. */
export type ReceivedView = { page: 'received'; role: OpenRoleDetail; reference: string }
export type CorrectEmailView = { page: 'correct-email'; role: OpenRoleDetail; email: string; refusal: string | null }
/** A role that was public once; `closed_at` is null while it's only paused, and `similar` are open now. */
export type ClosedRoleView = {
  page: 'closed-role'
  role: OpenRole
  closed_at: string | null
  similar: OpenRole[]
  /** What someone was about to send when the role closed. */
  typed: { question_text: string; answer: string }[]
}
/**
 * How well we kept our promise in the last twelve months. A figure based on fewer than `MIN_APPLICATIONS` applications is null, because it
 * could reveal something about one person.
 */
export type HiringFigures = {
  /** Percent of first answers that came within the promised time, of all that were due. */
  answered_in_time: number | null
  /** Median days from applying to our first answer, and to our decision. */
  days_to_answer: number | null
  days_to_decision: number | null
}
/** `figures` is null where the employer doesn't publish them. */
export type HowWeHireView = { page: 'how-we-hire'; figures: HiringFigures | null }
export type RoleNotFoundView = { page: 'role-not-found' }
export type FailedView = { page: 'failed'; status: number; message: string; retry_path: string; request_id: string }

export type ProtectedPdfView = { page: 'protected-pdf'; is_published: boolean }

/** A candidate's own page; `applications` is null until they've opened an emailed link. */
export type OwnPageView = {
  page: 'own-page'
  applications: OwnApplication[] | null
  /** The person chose to stay signed in on this device. */
  is_kept: boolean
  done: string | null
  refusal: string | null
  /** The rejected form, with what was typed into it; without an id, the one that requests a link. */
  failed: { user_session_id: number | null; action: string; values: Values } | null
}
/** Everything a candidate may see of one application, to read and print. */
export type OwnExportView = {
  page: 'own-export'
  application: OwnApplication
  exported_at: string
  resumes: { uploaded_at: string; size_bytes: number; replaced_at: string | null }[]
  /** Null: none were listed. */
  licenses: ExportedLicenses | null
  accommodation_requests: { message: string; created_at: string }[]
}

/** `what` is the kind of email; null: the link isn't one of ours. */
export type UnsubscribeView = { page: 'unsubscribe'; what: string | null; isDone: boolean }

/** The page on which a candidate picks interview times; `times` is null when there's nothing to pick. */
export type OwnTimesView = {
  page: 'own-times'
  function_role_name: string
  hiring_lead_email: string
  times: OwnTimes | null
  zones: string[]
  /** The interview whose times are shown, and the day; null: the first that has none yet. */
  chosen: { ref_interview_id: number | null; day: string | null }
  done: string | null
  refusal: string | null
  /** The form for times that would work was sent with an error. */
  is_unfit_open: boolean
}

/** Opened from the email about a new address; its button confirms it. */
export type ConfirmAddressView = { page: 'confirm-address' }

/** A candidate's licenses, added one by one; `back` is the page they came from, and `path` the one that takes the forms. */
export type LicensesView = {
  page: 'licenses'
  function_role_name: string
  role_states: string[]
  given: OwnLicenses
  back: { path: string; label: string }
  path: string
  done: string | null
  refusal: string | null
  /** The field that `refusal` is about. */
  wrong: string | null
  /** What was typed into the form that's shown again, or the license that's being changed (`edited`, its ID). */
  typed: Values
  /** Before the application is sent, without a script: its answers and the list so far, as JSON, which each form carries along. */
  carried: { answers: string; licenses: string } | null
}

export type PageView =
  | LicensesView
  | ConfirmAddressView
  | AnswerInterviewView
  | OwnTimesView
  | UnsubscribeView
  | OwnPageView
  | OwnExportView
  | ProtectedPdfView
  | HomeView
  | RoleView
  | ApplyView
  | ResumeView
  | StillYouView
  | ReceivedView
  | CorrectEmailView
  | ClosedRoleView
  | HowWeHireView
  | RoleNotFoundView
  | FailedView

/** Where the built styles and scripts are served. */
export type Assets = {
  styles: string[]
  /** The same styles as text; '' while the sources are served. */
  css: string
  /** The module of an island by name. */
  islands: Record<string, string>
  /** Modules an island imports, so that the page can request them at once. */
  preloads: Record<string, string[]>
}

/** Marks where a page is split: the late part is sent after it. */
export const LATE = '<!--late-->'

/** After 'Not you?' the form starts here: its script forgets every draft in this browser, whatever page the person came from. */
export const START_OVER = '#afresh'

export const SESSION_LOST = 'Session expired or invalid access.'
export const LOCATION_LABEL = 'Remote • Full Time'

/** The page can't say more: how many confirmations an address got would tell a stranger about its owner. */
export const CONFIRMED_BY_EMAIL = "You'll get a confirmation by email, unless this address has had several today."

/** What applicants are promised, wherever it's said. */
export function replyPromise(days: number): string {
  return `You'll hear from us within ${days === 1 ? '1 day' : `${days} days`}.`
}
