import type { FieldError, FormValues } from './applications/form-values.ts'
import type { FirstRunView } from './first-run/first-run.ts'
import type { OwnTimes } from './scheduling/own-times.ts'
import type { AnswerInterviewView } from './scheduling/answer-page.ts'
import type { Question } from './applications/applications.ts'
import type { Brand, Benefit, Picture } from './brand/brand.ts'
import type { OwnApplication } from './candidate/candidate.ts'
import type { Filters } from './openings.ts'
import type { ExportedLicenses, OwnLicenses } from './licenses/licenses.ts'
import type { OpenRole, OpenRoleDetail, RoleState } from './roles.ts'

/** What every public page receives about the employer and this installation. */
export type Site = Pick<Brand, 'logo' | 'dark_logo'> & {
  company_name: string
  company_domain: string
  base_url: string
  terms_url: string
  privacy_url: string
  /** The GA4 ID; null disables analytics entirely. */
  measurement_id: string | null
  /** True if demo data is shown; the page says so. */
  is_demo: boolean
  /** 0 means applications are kept until someone requests erasure. */
  retention_days: number
  /** True if software may draft rationales about applicants. */
  drafts_rationales: boolean
  /** The time zone of all dates on pages, for every reader. */
  time_zone: string
  /** In calendar days, as promised to applicants. */
  reply_within_days: number
  /** The contact address for candidates. */
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
  hero: (Picture & { alt: string }) | null
}

/** One of a role's questions, before an application exists. */
export type AskedQuestion = Omit<Question, 'user_session_answer_id' | 'user_session_id'>

/** The saved draft that a form was filled in from. `is_chosen`: the person has just chosen between its two versions. */
export type SavedDraft = { saved_at: string; has_other: boolean; is_chosen: boolean }
/** Form fields that identify the draft's version, or choose one. Question names never contain hyphens, so these can't clash. */
export const DRAFT_FIELDS = {
  saved_at: 'draft-saved-at',
  has_other: 'draft-has-other',
  version: 'draft-version',
  /** The closed roles whose answers are to be carried into this form, or whose other answers are shown next to it. */
  carried_from: 'draft-carried-from',
  left_from: 'draft-left-from',
} as const

/** An application that was just received; `reply_within_days` is what its role promises. */
export type AppliedRole = { ref_function_role_id: number; function_role_name: string; reply_within_days: number; reference: string }

export type HomeView = {
  page: 'home'
  /** 'pending': the openings come later in the same response; 'failed': they couldn't be loaded. */
  roles: OpenRole[] | 'pending' | 'failed'
  filters: Filters
  /** The page number of a long list, starting at 1. */
  part: number
  /** The role the visitor just applied for. */
  applied: AppliedRole | null
}
export type RoleView = {
  page: 'role'
  /** Drafts are visible to anyone with the preview link. */
  role: OpenRoleDetail & { state: RoleState }
  questions: AskedQuestion[]
  /** How long applying usually takes, as measured; null if unknown. */
  minutes: number | null
  /** The link the visitor used; null for none. */
  via: string | null
}
export type ApplyView = {
  page: 'apply'
  role: OpenRoleDetail
  questions: AskedQuestion[]
  minutes: number | null
  values: FormValues
  /** When each answer in the loaded draft was edited (ms since 1970); empty without a draft. */
  edits: Record<string, number>
  saved: SavedDraft | null
  /** A message above the form that isn't an error. */
  done: string | null
  faults: FieldError[]
  /** A sentence above the form that explains why it's shown again. */
  refusal: string | null
  /** True if this browser has already applied for this role. */
  has_applied: boolean
  /** When the application this browser sent for this role was withdrawn; null if it wasn't. */
  withdrawn_at: string | null
  via: string | null
  /** The licenses on this browser's unsent application, such as "RN TX"; empty unless it was used within the last hour. */
  listed: string[]
  carried: CarriedAnswers | null
}
/** The form starts with the answers given for roles that have since closed (`from`). `left`: answers to questions this role doesn't ask. */
export type CarriedAnswers = { from: number[]; left: TypedAnswer[] }
export type TypedAnswer = { question_name: string; question_text: string; answer: string }
export type ResumeView = {
  page: 'resume'
  role: OpenRoleDetail
  user_session_id: number
  reference: string
  first_name: string | null
  email: string | null
  /** The licenses listed so far, such as "RN TX"; null if the form had no question about them. */
  listed: string[] | null
  refusal: string | null
}
/** Shown after an hour of inactivity: asks who's there before showing anything personal. */
export type StillYouView = { page: 'still-you'; role: OpenRoleDetail; next: 'apply' | 'resume' | 'licenses' }
/** The confirmation for an application sent without cookies. */
export type ReceivedView = { page: 'received'; role: OpenRoleDetail; reference: string }
export type CorrectEmailView = { page: 'correct-email'; role: OpenRoleDetail; email: string; refusal: string | null }
/** A role that used to be public; `closed_at` is null while it's only paused. */
export type ClosedRoleView = {
  page: 'closed-role'
  role: OpenRole
  closed_at: string | null
  /** The most similar open roles, or the newest if none is similar. */
  offered: OpenRole[]
  is_similar: boolean
  /** The unsent answers of someone who was applying when the role closed. */
  typed: TypedAnswer[]
  /** The roles that closed earlier and asked for some of these answers. */
  from: number[]
}
/**
 * How well we kept our promise over the last 12 months. Figures based on fewer than `MIN_APPLICATIONS` applications are null, because they could
 * reveal something about one person.
 */
export type HiringFigures = {
  /** The percentage of first replies that were sent on time, out of all that were due. */
  answered_in_time: number | null
  /** Median days from application to our first reply, and to our decision. */
  days_to_answer: number | null
  days_to_decision: number | null
}
/** `figures` is null if the employer doesn't publish them. */
export type HowWeHireView = { page: 'how-we-hire'; figures: HiringFigures | null }
export type RoleNotFoundView = { page: 'role-not-found' }
export type FailedView = { page: 'failed'; status: number; message: string; retry_path: string; request_id: string }

export type ProtectedPdfView = { page: 'protected-pdf'; is_published: boolean }

/** A candidate's own page; `applications` is null until they open an emailed link. */
export type OwnPageView = {
  page: 'own-page'
  applications: OwnApplication[] | null
  /** Whether we may email them about other roles; null until they open a link. */
  wants_updates: boolean | null
  /** True if they chose to stay signed in on this device. */
  is_kept: boolean
  done: string | null
  refusal: string | null
  /** The rejected form, with what was entered; a null ID means the form that requests a link. */
  failed: { user_session_id: number | null; action: string; values: FormValues; faults?: FieldError[] } | null
}
/** Everything a candidate can see about an application, for reading and printing. */
export type OwnExportView = {
  page: 'own-export'
  application: OwnApplication
  exported_at: string
  resumes: { uploaded_at: string; size_bytes: number; replaced_at: string | null }[]
  /** Null if none were listed. */
  licenses: ExportedLicenses | null
  accommodation_requests: { message: string; created_at: string }[]
}

/** `what` is the kind of email; null if the link isn't one of ours. */
export type UnsubscribeView = { page: 'unsubscribe'; what: string | null; isDone: boolean }

/** The page where candidates pick interview times; `times` is null when there's nothing to pick. */
export type OwnTimesView = {
  page: 'own-times'
  function_role_name: string
  hiring_lead_email: string
  times: OwnTimes | null
  zones: string[]
  /** The interview whose times are shown, and the day; null selects the first interview without a time. */
  chosen: { ref_interview_id: number | null; day: string | null }
  done: string | null
  refusal: string | null
  /** True if the form for suggesting other times was sent with an error. */
  is_unfit_open: boolean
}

/** Opened from the email that confirms a new address; the page's button confirms it. */
export type ConfirmAddressView = { page: 'confirm-address' }

/** A candidate's licenses, added one by one; `back` is the page they came from, and `path` is where the forms post to. */
export type LicensesView = {
  page: 'licenses'
  function_role_name: string
  role_states: string[]
  given: OwnLicenses
  back: { path: string; label: string }
  path: string
  done: string | null
  refusal: string | null
  /** The field with the error in `refusal`. */
  wrong: string | null
  /** What was typed into the form that's shown again, or the license being edited (`edited`, its ID). */
  typed: FormValues
  /** Without JavaScript, before the application is sent: all its form's fields and the list so far, as JSON, and the link used, in hidden fields. */
  carried: { answers: string; licenses: string; via: string } | null
}

export type PageView =
  | FirstRunView
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

/** Where the built styles and scripts are served from. */
export type Assets = {
  styles: string[]
  /** The same styles as text; '' when serving from source. */
  css: string
  /** Island modules by name. */
  islands: Record<string, string>
  /** Modules imported by an island, so the page can preload them. */
  preloads: Record<string, string[]>
}

/** Where a page's HTML is split; what comes after it is sent later. */
export const LATE_PAGE = '<!--late-->'

/** The address of the form after 'Not you?': its script discards every draft in this browser, whatever page the person came from. */
export const START_OVER = '#afresh'

/** Shown during a first run, until everything is set. */
export const NOT_OPEN_YET = "This careers site isn't open yet."

export const SESSION_EXPIRED = 'Session expired or invalid access.'
export const LOCATION_LABEL = 'Remote • Full Time'

/** Can't be more specific: how many confirmations an address got would tell a stranger something about its owner. */
export const CONFIRMED_BY_EMAIL = "You'll get a confirmation by email, unless we've already sent several to this address today."

/** The promise to reply, worded the same everywhere. */
export function replyPromise(days: number): string {
  return `You'll hear from us within ${days === 1 ? '1 day' : `${days} days`}.`
}
