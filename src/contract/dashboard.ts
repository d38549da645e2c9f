import { z } from 'zod'
import { DEFAULT_DAYS, Days } from './applicants/applicants.ts'
import { Empty, endpoint, flagText, Id, IdText, Instant, Message } from './endpoint.ts'
import { STAGES, STATUS_MEANINGS } from './statuses/status-meanings.ts'

/** The dashboard's periods, in days. */
export const PERIODS = [30, 90, 365]
export const DEFAULT_PERIOD = DEFAULT_DAYS

/** The most days an applicant should wait in a status that requires action. */
export const AGEING_DAYS: Record<number, number> = Object.fromEntries(
  Object.entries(STATUS_MEANINGS).flatMap(([id, { ageingDays }]) => (ageingDays === null ? [] : [[id, ageingDays]])),
)

/** Lists of applicants that need action. */
export const WORKLISTS = [
  'waiting-submitted',
  'waiting-under-review',
  'interview-declined',
  'feedback-missing',
  'drafts',
  'mail-failed',
  'licenses-expiring',
] as const
export type WorklistName = (typeof WORKLISTS)[number]

const Count = z.int().nonnegative()

/** The number of weeks covered by a role's row on the home screen. */
export const ROLE_WEEKS = 12

/** A role on the home screen: open, or closed with applicants still waiting. */
export const RoleRow = z.object({
  ref_function_role_id: Id,
  function_role_name: z.string(),
  is_open: z.boolean(),
  /** Whole days since it was published. */
  days_open: Count.nullable(),
  /** Applications in each of the last `ROLE_WEEKS` weeks (from Monday, UTC), oldest first. */
  weeks: z.array(Count),
  /** How many of the period's applications reached each stage, in `STAGES` order. */
  funnel: z.array(Count),
  /** Whole days the longest-waiting applicant has been in a status that requires action; null if no one is waiting. */
  oldest_waiting_days: Count.nullable(),
  /** Replies that are late or due within 3 days. */
  due: Count,
})
export type RoleRow = z.infer<typeof RoleRow>

/** Counts of what staff manage; `applications` counts those in a status that requires action. */
export const Inventory = z.object({ applications: Count, roles: Count, questions: Count, templates: Count, interviews: Count, interviewers: Count })
export type Inventory = z.infer<typeof Inventory>

export const Dashboard = z.object({
  days: z.int(),
  /** Applications in the last `days` days, back to the day of the previous visit in TIME_ZONE: the rows of the list `all/all/{days}?since={since_day}`. */
  arrivals: z.object({ since: Instant.nullable(), since_day: z.iso.date().nullable(), days: z.int(), count: Count }),
  /** Candidates whose promised reply is late or due within 3 days: the rows of the list `all/all/36500?due=due`. */
  replies: z.object({ late: Count, soon: Count }),
  /** The number of rows in each worklist. */
  worklists: z.record(z.enum(WORKLISTS), Count),
  inventory: Inventory,
  roles: z.array(RoleRow),
  /** Applications by week of arrival (from Monday, UTC), oldest first, including empty weeks. */
  weeks: z.array(z.object({ week: z.iso.date(), applications: Count })),
  /** How many of the period's applications reached a stage. */
  funnel: z.array(z.object({ stage: z.enum(STAGES), applications: Count })),
  /** The current statuses of the period's applications. Each number is the row count of the list `all/{status}/{days}`. */
  standing: z.array(z.object({ ref_application_status_id: Id, application_status: z.string(), applications: Count })),
  /** Time spent in statuses that require action: `median_days` covers applicants who left the status in the period; null if none did. */
  stays: z.array(
    z.object({
      ref_application_status_id: Id,
      application_status: z.string(),
      ended: Count,
      median_days: z.number().nonnegative().nullable(),
      /** How many applicants are in it now, regardless of when they applied, and how many have been in it longer than `ageing_days`. */
      here: Count,
      ageing: Count,
      ageing_days: z.int(),
    }),
  ),
})
export type Dashboard = z.infer<typeof Dashboard>

export const readDashboard = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/dashboard',
  summary: "Get the admin home's numbers: what's new, who is waiting, and how applications from the last `days` days are doing",
  query: z.object({
    days: Days,
    since: z.iso.datetime({ offset: true }).optional().describe('What counts as the last visit; defaults to the stored one'),
    is_first: flagText(false).describe("Count what's new as if this were the first visit"),
  }),
  output: Dashboard,
})

export const noteVisit = endpoint({
  who: 'admin',
  may: 'read',
  method: 'POST',
  path: '/api/dashboard/visits',
  summary: 'Record a visit to the admin home; returns when the previous one was',
  output: z.object({ previous_visit_at: Instant.nullable() }),
})

/** The state of the installation; timestamps are in UTC. */
export const Installation = z.object({
  version: z.string(),
  /** When the process that responded was started; other processes may also be running. */
  started_at: Instant,
  database: z.enum(['embedded', 'postgresql']),
  emails: z.object({ queued: Count, failed: Count, /** When the oldest late one was due; null when none is late. */ late_since: Instant.nullable() }),
  /** The last archive written by `backup`; backups by the database server aren't included. */
  last_backup_at: Instant.nullable(),
})
export type Installation = z.infer<typeof Installation>

export const readInstallation = endpoint({
  who: 'admin',
  method: 'GET',
  path: '/api/dashboard/installation',
  summary: "Get this installation's version, start time, pending emails and last backup",
  output: Installation,
})

/** The result of one check: what it found and, unless all is well, what to do about it. */
export const Finding = z.object({ check: z.string(), state: z.enum(['problem', 'warning', 'fine']), sentence: z.string().nullable() })
export type Finding = z.infer<typeof Finding>

export const checkInstallation = endpoint({
  who: 'admin',
  method: 'GET',
  path: '/api/dashboard/installation/checks',
  report: true,
  summary: "Run the checks of the doctor command; problems first, then warnings, then what's fine",
  output: z.object({ checked_at: Instant, findings: z.array(Finding) }),
})

/** An address that gets no email until someone allows it again. */
export const SuppressedAddress = z.object({
  /** The newest email that bounced or was reported as spam. */
  email_id: Id,
  reason: z.enum(['returned', 'reported']),
  since: Instant,
  /** Only for staff: an applicant's address would reveal who they are. */
  staff_address: z.string().nullable(),
  /** The newest application with this address; null if there's none or it can't be opened anymore. */
  applicant: z.object({ user_session_id: Id, alias: z.string(), function_role_name: z.string() }).nullable(),
})
export type SuppressedAddress = z.infer<typeof SuppressedAddress>

export const listSuppressedAddresses = endpoint({
  who: 'admin',
  method: 'GET',
  path: '/api/dashboard/installation/stopped-addresses',
  summary: 'List up to 200 addresses that get no emails because one bounced or was reported as spam, newest first',
  output: z.array(SuppressedAddress),
})

export const allowSuppressedAddress = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/dashboard/installation/stopped-addresses/{id}/allowed',
  summary: "Allow emails to an address again, named by the email that came back; 404 if they're already allowed",
  params: z.object({ id: IdText }),
  output: Message,
})

export const WorklistRow = z.object({
  user_session_id: Id,
  alias: z.string(),
  ref_function_role_id: Id,
  function_role_name: z.string(),
  ref_application_status_id: Id,
  application_status: z.string(),
  /** Whole days in the current status. */
  days_in_status: Count,
  /** The days filter under which the list includes this applicant. */
  days_ago: z.int().min(1),
  /** What's missing, failed or expiring: the names of the interviews or of the email, or the licenses. */
  what: z.string().nullable(),
})
export type WorklistRow = z.infer<typeof WorklistRow>

export const listWorklist = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/dashboard/worklists/{worklist}',
  summary:
    'List the applicants behind a number on the admin home by alias: longest waiting first, or the license that expires first. `licenses-expiring` has the applicants assigned to the caller, and those assigned to no one whose hiring lead is the caller or has no account',
  params: z.object({ worklist: z.enum(WORKLISTS) }),
  output: z.array(WorklistRow),
})

/** The page on which an installation is set up. */
export const FIRST_RUN_PATH = '/first-run'

export const openFirstRun = endpoint({
  who: 'admin',
  confirms: 'always',
  method: 'POST',
  path: '/api/first-run',
  summary: `Let an owner open ${FIRST_RUN_PATH} in this browser for an hour, to change settings made in the product`,
  status: 204,
  output: Empty,
})
