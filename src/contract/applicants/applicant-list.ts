import { z } from 'zod'
import { Applicant, Days, RoleOrAll, StatusOrAll } from './applicants.ts'
import { endpoint, Id, words } from '../endpoint.ts'
import { LICENSE_FILTER_NAMES, ListedLicenses } from '../licenses/listed.ts'
import { OUTCOMES } from '../statuses/status-meanings.ts'

/** `due`: the reply is late or due within 3 days. `today` and `week` (from today through Sunday) leave out what's late. */
export const DueFilter = z.enum(['due', 'late', 'today', 'week'])
export type DueFilter = z.infer<typeof DueFilter>

/** PostgreSQL has no year 0. */
const Day = z.iso.date('A day like 2026-05-04 is needed').refine((day) => day >= '0001', 'A day like 2026-05-04 is needed')

/** A decision that no one took back, made from one day through another, in the installation's time zone; `any`: whatever it came to. */
export const Decided = z
  .object({ as: z.enum([...OUTCOMES, 'any']), from: Day, to: Day })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day must not be before the first' })
export type Decided = z.infer<typeof Decided>

/** The most ids that are listed, and that a call may name; longer lists must be narrowed down. */
export const MAX_LISTED = 5000

/** What Applicant Review requests; without names, it can be sorted only by visible columns. */
export const ListWish = z.object({
  /** Only these, whenever they applied, whatever their role and status; an export has them in this order. */
  ids: z.array(Id).max(MAX_LISTED).optional(),
  roleId: RoleOrAll.default('all'),
  days_ago: Days,
  ref_application_status_id: StatusOrAll,
  identifiable: z.boolean().default(false),
  /** Every word must begin a word of the answers, the resume, the alias or, with names shown, the identity; with names hidden, identifying text is left out. `license:TX` finds a license of that state, `license:RN` one of that type. */
  q: words(200).default(''),
  /** A column and a direction, `status.asc`; empty: newest first. */
  sort: z.string().max(220).default(''),
  /** Answers to questions asked as yes or no, sponsorship among them. */
  answered: z
    .array(z.object({ question_name: words(200), answer: z.enum(['Yes', 'No']) }))
    .max(20)
    .default([]),
  resume: z.enum(['yes', 'no']).optional(),
  due: DueFilter.optional(),
  /** Only those about whom this was decided, whatever their status is now. */
  decided: Decided.optional(),
  /** Only those whose licenses, as of today, cover all of the role's states, some, expire within 60 days, or aren't all verified. */
  licenses: z.enum(LICENSE_FILTER_NAMES).optional(),
  /** Only those assigned to the caller. */
  mine: z.boolean().default(false),
  /** Submitted on this day, in the installation's time zone, or later. */
  since: Day.optional(),
})
export type ListWish = z.output<typeof ListWish>

export const RESUME = 'Resume'

/** Where a search found something, and the text around it. */
export const Found = z.object({
  /** The question, `RESUME`, or what else it was found in. */
  where: z.string(),
  text: z.string(),
})
export type Found = z.infer<typeof Found>

/** What was decided about someone, on which day of the installation's time zone, by whom (null: the candidate), and why. */
export const ListedDecision = z.object({ application_status: z.string(), decided_on: z.iso.date(), decided_by: z.string().nullable(), reason: z.string() })
export type ListedDecision = z.infer<typeof ListedDecision>

/** An applicant as a row: answers by question name, long ones cut. */
export const ListedApplicant = Applicant.omit({ answers: true }).extend({
  answers: z.record(z.string(), z.string()),
  /** The questions whose answers are cut. */
  cut: z.array(z.string()),
  /** For those who listed licenses. */
  licenses: ListedLicenses.optional(),
  /** The last decision that `decided` asked for. */
  decision: ListedDecision.optional(),
  /** Only for a search. */
  found: Found.optional(),
})
export type ListedApplicant = z.infer<typeof ListedApplicant>

export const MAX_COUNTED = 10_000
export const PAGE = 50

export const ApplicantList = z.object({
  /** Everyone who matches, in order, up to `MAX_LISTED`: the list stays still while its rows are loaded page by page. */
  ids: z.array(Id),
  /** How many match; `MAX_COUNTED` + 1 means more. */
  total: z.int(),
  /** The first `PAGE` rows. */
  rows: z.array(ListedApplicant),
  /** The questions with their own column, in the form's order. */
  columns: z.array(z.object({ question_name: z.string(), question_text: z.string() })),
  /** The questions that can be filtered by yes or no. */
  yes_no: z.array(z.object({ question_name: z.string(), question_text: z.string() })),
  /** Whether anyone with this role, status and age has listed licenses. */
  has_licenses: z.boolean(),
  /** Whether anyone at all has applied for this role. */
  has_applicants: z.boolean(),
  /** For a search: some texts that have just arrived or changed aren't searchable yet. */
  is_behind: z.boolean(),
})
export type ApplicantList = z.infer<typeof ApplicantList>

// A search may contain a name, and URLs are logged, so these calls are sent as POST.
export const listReview = endpoint({
  who: 'admin',
  may: 'read',
  method: 'POST',
  path: '/api/applicants/list',
  longText: true,
  reveals: true,
  summary: 'Filtered, sorted and searched applications: the ids in order, their count, and the first rows',
  body: ListWish,
  output: ApplicantList,
})

export const listReviewRows = endpoint({
  who: 'admin',
  may: 'read',
  method: 'POST',
  path: '/api/applicants/rows',
  longText: true,
  reveals: true,
  summary: 'The rows of these applications, in this order; those that may no longer be shown are left out',
  body: ListWish.pick({ roleId: true, days_ago: true, ref_application_status_id: true, identifiable: true, q: true, decided: true }).extend({
    ids: z.array(Id).max(500),
  }),
  output: z.array(ListedApplicant),
})

/** The most rows of one export. */
export const MAX_EXPORTED = 100_000

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
  summary: 'A list of Applicant Review as CSV, in its order. Each export is in the audit trail',
  body: ListWish,
  produces: 'text/csv',
  output: z.unknown(),
})

/** The most people in one PDF: about two pages each. */
export const MAX_SUMMARIES = 100

export const printSummaries = endpoint({
  who: 'admin',
  may: 'export',
  confirms: 'with names',
  method: 'POST',
  path: '/api/applicants/summaries.pdf',
  longText: true,
  counted: 'exports',
  report: true,
  reveals: true,
  summary: `These applications as one PDF, each beginning a page: status, licenses, the last decision with a reason, and the answers; at most ${MAX_SUMMARIES}. Each is in the audit trail`,
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
  summary: 'What an export would have: how many rows, and which columns',
  body: ListWish.omit({ identifiable: true }).extend({ with_names: z.boolean().default(false) }),
  output: z.object({ rows: z.int(), columns: z.array(z.string()) }),
})
