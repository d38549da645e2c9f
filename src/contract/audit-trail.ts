import { z } from 'zod'
import { Access } from './staff/access.ts'
import { endpoint, Id, Instant, IdText, boundedText } from './endpoint.ts'

export const AUDIT_PAGE = 100

/** A row of the audit trail, with a sentence that explains it. */
export const AuditRow = z.object({
  audit_id: z.int(),
  at: Instant,
  /** The person's email address; null for visitors, candidates and Rounds itself. */
  who: z.string().nullable(),
  actor_kind: z.enum([...Access.options, 'candidate', 'visitor', 'system']),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: Id.nullable(),
  sentence: z.string(),
  facts: z.record(z.string(), z.unknown()),
  /** The client's IP address, until it's erased. */
  ip: z.string().nullable(),
})
export type AuditRow = z.infer<typeof AuditRow>

const Filter = z.object({
  /** Part of a person's email address. */
  who: boundedText(254).optional(),
  /** An action, or its prefix with a dot, such as `sign-in.`. */
  action: z
    .string()
    .regex(/^[a-z-]+(\.[a-z-]*)?$/, 'Enter an action such as sign-in.failed')
    .optional(),
  /** Rows about this applicant, including lists that showed their name. */
  user_session_id: IdText.optional(),
  /** Days back from now. */
  days_ago: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .or(z.int())
    .default(30)
    .meta({ type: 'integer' }),
  /** Only rows before this one: the `audit_id` of the last row on the previous page. */
  before: IdText.optional(),
})

export const listAudit = endpoint({
  who: 'admin',
  may: 'audit',
  method: 'GET',
  path: '/api/audit',
  summary: `List the audit trail, newest first, ${AUDIT_PAGE} rows at a time; reading it adds a row`,
  query: Filter,
  output: z.array(AuditRow),
})

export const readAuditHead = endpoint({
  who: 'admin',
  may: 'audit',
  method: 'GET',
  path: '/api/audit/head',
  summary: 'Get the newest row with its hash, to keep outside this installation, and the number of rows',
  output: z.object({ rows: z.int(), head: z.string().nullable(), at: Instant.nullable() }),
})

export const exportAudit = endpoint({
  who: 'admin',
  may: 'audit',
  method: 'GET',
  path: '/api/audit/export.csv',
  counted: 'exports',
  report: true,
  summary: 'Stream the filtered rows as CSV, newest first; each export adds a row',
  query: Filter.omit({ before: true }),
  produces: 'text/csv',
  output: z.unknown(),
})

export const checkAudit = endpoint({
  who: 'admin',
  may: 'audit',
  method: 'GET',
  path: '/api/audit/check',
  report: true,
  summary: "Recompute every hash in the trail and return the first row that was tampered with, or else the first that can't be verified",
  output: z.object({
    is_whole: z.boolean(),
    rows: z.int().nullable(),
    broken_row: z.int().nullable(),
    /** True if every hash fits, but the key that signed that row's erasure is missing: no sign of tampering. */
    is_unproved: z.boolean(),
    because: z.string().nullable(),
    checked_at: Instant,
  }),
})

export function auditFileName(today: Date): string {
  return `Audit_${today.toISOString().slice(0, 10)}.csv`
}
