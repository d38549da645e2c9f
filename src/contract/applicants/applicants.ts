import { z } from 'zod'
import { endpoint, flagText, Id, IdText, Instant, numberText } from '../endpoint.ts'

/** Replaces the applicant's name and addresses in text while names are hidden, so sentences still read well. */
export const NAME_MASK = '[name]'
export const EMAIL_MASK = '[email]'
export const MAX_TABLE_ANSWER_LENGTH = 100
export const DEFAULT_DAYS = 30

export const ApplicantAnswer = z.object({ question_name: z.string(), question_type: z.string(), question_text: z.string(), applicants_answer: z.string() })
export type ApplicantAnswer = z.infer<typeof ApplicantAnswer>

const Name = { first_name: z.string().nullable().optional(), last_name: z.string().nullable().optional() }
/** The applicant's identity. Responses with identities hidden have none of these fields. */
const Identity = {
  ...Name,
  email: z.string().nullable().optional(),
  linkedin_profile_url: z.string().nullable().optional(),
  application_submitted_datetime_utc: Instant.optional(),
}
const InRole = { ref_function_role_id: Id, function_role_name: z.string() }
export const InStatus = { ref_application_status_id: Id, application_status: z.string() }

/** `soon` means within 3 days. */
export const ReplyUrgency = z.enum(['late', 'soon', 'later'])
export type ReplyUrgency = z.infer<typeof ReplyUrgency>

export const Applicant = z.object({
  user_session_id: Id,
  /** The neutral name, "Applicant 4F2A": stable and unique to each application. */
  alias: z.string(),
  ...Identity,
  ...InStatus,
  has_emailed_application_status: z.boolean(),
  ...InRole,
  hiring_lead_email: z.string(),
  hiring_lead_name: z.string(),
  /** The honeypot field was filled in. */
  suspected_bot: z.boolean(),
  /** How soon the promised reply is due; null when no reply is owed. */
  due: ReplyUrgency.nullable(),
  /** When a reply is due. Included only with identities shown, because it reveals when they applied. */
  reply_by: Instant.nullable().optional(),
  is_late: z.boolean().optional(),
  /** When the current status began. Included only with identities shown, because it equals the submission date until someone decides. */
  status_changed_at: Instant.optional(),
  has_resume: z.boolean(),
  /** The email address of the staff member assigned to the applicant. */
  assigned_to: z.string().nullable(),
  answers: z.array(ApplicantAnswer),
})
export type Applicant = z.infer<typeof Applicant>

/** An applicant's name on screen: the alias until names are shown. */
export function nameOf({ first_name, last_name, alias }: Pick<Applicant, 'first_name' | 'last_name' | 'alias'>): string {
  return [first_name, last_name].filter(Boolean).join(' ') || alias
}

/** Calls in the specification include all of its fields by default, names too; our pages send `false`. */
const identifiableByDefault = flagText(true)
/** Every other call hides names by default. */
export const identifiable = flagText(false)
export const RoleOrAll = z.union([z.literal('all'), IdText]).meta({ description: 'A role id, or `all`' })
export const StatusOrAll = z
  .union([z.literal('all'), z.literal(''), IdText])
  .optional()
  .meta({ description: 'A status id; defaults to `all`' })

/** A fraction of a day, a date or a time of day. Cutoffs are whole days, so that no one can find a hidden submission time with them. */
const WITHIN_A_DAY = /\d[.,:-]\d/

/** The days filter: 30 if omitted, 1 if empty or not a number. */
export const Days = z
  .union([z.int('Enter whole days'), z.string().refine((text) => !WITHIN_A_DAY.test(text), 'Enter whole days')])
  .optional()
  .transform((text) => (text === undefined ? DEFAULT_DAYS : daysOf(String(text))))
  .meta({ type: 'integer', default: DEFAULT_DAYS, minimum: 1 })

export function daysOf(text: string): number {
  const days = /^\d+$/.test(text.trim()) ? Number(text) : 1
  return Math.min(36_500, Math.max(1, days))
}

/** PostgreSQL has no year 0. */
export const Day = z.iso.date('Enter a date like 2026-05-04').refine((day) => day >= '0001', 'Enter a date like 2026-05-04')
/** Submitted on or after this day, in the installation's time zone. */
export const Since = Day.optional()

export const listApplicants = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/user-session/applicants_with_answers/{roleId}',
  report: true,
  reveals: true,
  summary: 'List submitted applications with their answers, newest first; streamed in full, or paged with `limit` and `cursor` (Link: rel="next")',
  params: z.object({ roleId: RoleOrAll }),
  query: z.object({
    days_ago: Days,
    since: Since,
    ref_application_status_id: StatusOrAll,
    identifiable: identifiableByDefault,
    limit: numberText(1000, 'Enter a whole number from 1 to 1000').optional().describe('Page size, 1 to 1000; defaults to all'),
    cursor: IdText.optional(),
  }),
  output: z.array(Applicant),
})

/** An applicant as an entry in a picker. */
export const ApplicantName = z.object({
  user_session_id: Id,
  alias: z.string().optional(),
  ...Name,
  ...InStatus,
  ...InRole,
})
export type ApplicantName = z.infer<typeof ApplicantName>

export const listApplicantsByStatus = endpoint({
  who: 'staff',
  method: 'GET',
  path: '/api/user-session/applicants_by_status/{statusId}',
  reveals: true,
  summary:
    'List the applicants in a status by last name. Interviewers get status 2 only, with names; admins get aliases with `identifiable=false`, otherwise names',
  params: z.object({ statusId: IdText }),
  query: z.object({ identifiable: identifiableByDefault }),
  output: z.array(ApplicantName),
})

export const readApplicant = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/applicants/by-id/{id}',
  reveals: true,
  summary: 'Get a submitted application',
  params: z.object({ id: IdText }),
  query: z.object({ identifiable: identifiableByDefault }),
  output: Applicant,
})

export const LinkedApplication = z.object({
  user_session_id: Id,
  alias: z.string(),
  ...InRole,
  ...InStatus,
  /** Included only with identities shown. */
  application_submitted_datetime_utc: Instant.optional(),
  /** Age in whole days; at least 1. */
  days_ago: z.int(),
  matched_on: z.array(z.enum(['email', 'linkedin', 'name'])),
  /** Questions that both applications asked and that were answered differently, as their texts in order. Identifying questions are excluded. */
  differs_in: z.array(z.string()),
})
export type LinkedApplication = z.infer<typeof LinkedApplication>

/** Days added to a linked application's age to get the days filter it's opened with. */
export const LINKED_MARGIN_DAYS = 2

export const listLinkedApplications = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/applicants/matches/{user_session_id}',
  reveals: true,
  summary: 'List other submitted applications with the same email, LinkedIn profile or full name, newest first',
  params: z.object({ user_session_id: IdText }),
  query: z.object({ identifiable: identifiableByDefault }),
  output: z.array(LinkedApplication),
})

export const downloadResume = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/applicants/{id}/resume',
  summary: 'Download the resume as it was uploaded; each download is in the audit trail',
  params: z.object({ id: IdText }),
  produces: 'application/pdf',
  output: z.unknown(),
})

/** `17,4,23`: only these, in this order, regardless of when they applied, their role or their status. */
const IdsText = z
  .string()
  .regex(/^\d{1,9}(?:,\d{1,9})*$/, 'Separate ids with commas')
  .transform((text) => text.split(',').map(Number))
  .refine((ids) => ids.length <= 5000, 'At most 5000 ids')
  .optional()
  .meta({ type: 'string', description: 'Only these applications: up to 5000 ids, separated by commas' })

export const exportApplicants = endpoint({
  who: 'admin',
  may: 'export',
  confirms: 'with names',
  method: 'GET',
  path: '/api/applicants/export.csv',
  counted: 'exports',
  report: true,
  reveals: true,
  summary: 'Stream the filtered applications as CSV; each export is in the audit trail',
  query: z.object({ roleId: RoleOrAll.default('all'), days_ago: Days, since: Since, ref_application_status_id: StatusOrAll, identifiable, ids: IdsText }),
  produces: 'text/csv',
  output: z.unknown(),
})

export function csvFileName(today: Date): string {
  return `Applicants_${today.toISOString().slice(0, 10)}.csv`
}
