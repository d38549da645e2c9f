import { z } from 'zod'
import { Applicant, Day, Days, Since, RoleOrAll, StatusOrAll } from './applicants.ts'
import { endpoint, Id, boundedText } from '../endpoint.ts'
import { LICENSE_FILTER_NAMES, ListedLicenses } from '../licenses/listed.ts'
import { OUTCOMES } from '../statuses/status-meanings.ts'

/** `due` means the reply is late or due within 3 days. `today` and `week` (today through Sunday) exclude late replies. */
export const DueFilter = z.enum(['due', 'late', 'today', 'week'])
export type DueFilter = z.infer<typeof DueFilter>

/** A decision that wasn't undone, made between two days (inclusive) in the installation's time zone; `any` matches every outcome. */
export const DecisionSummary = z
  .object({ as: z.enum([...OUTCOMES, 'any']), from: Day, to: Day })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day must not be before the first' })
export type DecisionSummary = z.infer<typeof DecisionSummary>

/** The maximum number of IDs that are listed or that a call may name; longer lists must be filtered. */
export const MAX_LIST_ROWS = 5000

/** The filters and sort order that Applicant Review requests. With names hidden, only visible columns can be used for sorting. */
export const ListRequest = z.object({
  /** Only these applicants, regardless of when they applied, their role or status. Exports keep this order. */
  ids: z.array(Id).max(MAX_LIST_ROWS).optional(),
  roleId: RoleOrAll.default('all'),
  days_ago: Days,
  ref_application_status_id: StatusOrAll,
  identifiable: z.boolean().default(false),
  /**
   * Each word must match the start of a word in the answers, the resume, the alias or, with names shown, the identity. With names hidden, identifying
   * text is excluded. `license:TX` finds licenses in that state, `license:RN` those of that type.
   */
  q: boundedText(200).default(''),
  /** A column and a direction, such as `status.asc`; empty sorts newest first. */
  sort: z.string().max(220).default(''),
  /** Answers to yes/no questions, including sponsorship. */
  answered: z
    .array(z.object({ question_name: boundedText(200), answer: z.enum(['Yes', 'No']) }))
    .max(20)
    .default([]),
  resume: z.enum(['yes', 'no']).optional(),
  due: DueFilter.optional(),
  /** Only applicants this decision was made about, whatever their current status is. */
  decided: DecisionSummary.optional(),
  /**
   * Only applicants whose licenses, as of today, cover all of the role's states, cover some of them, expire within 60 days, or aren't all verified.
   */
  licenses: z.enum(LICENSE_FILTER_NAMES).optional(),
  /** Only applicants assigned to the caller. */
  mine: z.boolean().default(false),
  since: Since,
  /** A question whose answers are sent in full, to compare them across applicants. Exports always have all answers in full. */
  whole: boundedText(200).optional(),
})
export type ListRequest = z.output<typeof ListRequest>

export const RESUME = 'Resume'

/** Where a search matched, with the surrounding text. */
export const SearchMatch = z.object({
  /** The question, `RESUME`, or another source of the match. */
  where: z.string(),
  text: z.string(),
})
export type SearchMatch = z.infer<typeof SearchMatch>

/** A decision: its status, the day in the installation's time zone, who made it (null for the candidate), and why. */
export const ListedDecision = z.object({ application_status: z.string(), decided_on: z.iso.date(), decided_by: z.string().nullable(), reason: z.string() })
export type ListedDecision = z.infer<typeof ListedDecision>

/** An applicant as a table row: answers by question name, with long ones truncated. */
export const ListedApplicant = Applicant.omit({ answers: true }).extend({
  answers: z.record(z.string(), z.string()),
  /** The questions whose answers are truncated; never the one in `whole`. */
  cut: z.array(z.string()),
  /** Present for applicants who listed licenses. */
  licenses: ListedLicenses.optional(),
  /** The latest decision that matches `decided`. */
  decision: ListedDecision.optional(),
  /** Present only in search results. */
  found: SearchMatch.optional(),
})
export type ListedApplicant = z.infer<typeof ListedApplicant>

export const MAX_COUNTED = 10_000
export const PAGE_SIZE = 50

export const ApplicantList = z.object({
  /** All matching applicants, in order, up to `MAX_LIST_ROWS`. Keeps the list stable while its rows load page by page. */
  ids: z.array(Id),
  /** The number of matches; `MAX_COUNTED` + 1 means there are more. */
  total: z.int(),
  /** The first `PAGE_SIZE` rows. */
  rows: z.array(ListedApplicant),
  /** The questions that have their own column, in form order. */
  columns: z.array(z.object({ question_name: z.string(), question_text: z.string() })),
  /** The questions that can be filtered by yes or no. */
  yes_no: z.array(z.object({ question_name: z.string(), question_text: z.string() })),
  /** Whether anyone with this role, status and age has listed licenses. */
  has_licenses: z.boolean(),
  /** Whether anyone at all has applied for this role. */
  has_applicants: z.boolean(),
  /** For searches: true while some new or changed text hasn't been indexed yet. */
  is_behind: z.boolean(),
})
export type ApplicantList = z.infer<typeof ApplicantList>

// Sent as POST because a search may contain a name, and URLs are logged.
export const listReview = endpoint({
  who: 'admin',
  may: 'read',
  method: 'POST',
  path: '/api/applicants/list',
  longText: true,
  reveals: true,
  summary: 'Filter, sort and search applications; returns the ids in order, their count and the first rows',
  body: ListRequest,
  output: ApplicantList,
})

export const listReviewRows = endpoint({
  who: 'admin',
  may: 'read',
  method: 'POST',
  path: '/api/applicants/rows',
  longText: true,
  reveals: true,
  summary: 'Get the rows of these applications in this order, except those the caller can no longer see',
  body: ListRequest.pick({ roleId: true, days_ago: true, ref_application_status_id: true, identifiable: true, q: true, decided: true, whole: true }).extend({
    ids: z.array(Id).max(500),
  }),
  output: z.array(ListedApplicant),
})

/** The maximum number of rows in one export. */
export const MAX_EXPORT_ROWS = 100_000

export const exportShownApplicants = endpoint({
  who: 'admin',
  may: 'export',
  confirms: 'with names',
  method: 'POST',
  path: '/api/applicants/export-shown.csv',
  longText: true,
  counted: 'exports',
  report: true,
  reveals: true,
  summary: 'Export a list in Applicant Review as CSV, in its order. Each export is in the audit trail',
  body: ListRequest,
  produces: 'text/csv',
  output: z.unknown(),
})

/** The maximum number of people in one PDF, at about two pages each. */
export const MAX_SUMMARIES = 100

export const printSummaries = endpoint({
  who: 'admin',
  may: 'export',
  confirms: 'with names',
  method: 'POST',
  path: '/api/applicants/summaries.pdf',
  counted: 'exports',
  report: true,
  reveals: true,
  summary: `Print up to ${MAX_SUMMARIES} applications as one PDF, each on a new page: status, licenses, the last decision with a reason, and the answers. Each is in the audit trail`,
  body: z.object({
    ids: z.array(Id).min(1).max(MAX_SUMMARIES, `At most ${MAX_SUMMARIES} applicants fit into one PDF`),
    identifiable: z.boolean().default(false),
  }),
  produces: 'application/pdf',
  output: z.unknown(),
})

export const describeExport = endpoint({
  who: 'admin',
  may: 'export',
  method: 'POST',
  path: '/api/applicants/export-shown/describe',
  longText: true,
  report: true,
  summary: 'Preview an export: how many rows, and which columns',
  body: ListRequest.omit({ identifiable: true }).extend({ with_names: z.boolean().default(false) }),
  /** `is_cut`: more applicants match than one export can have. */
  output: z.object({ rows: z.int(), columns: z.array(z.string()), is_cut: z.boolean() }),
})
