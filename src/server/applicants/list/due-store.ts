import { sql, type SQL } from 'drizzle-orm'
import type { DueFilter } from '#contract/applicants/applicant-list.ts'
import { isOwedReply, STATUS_IDS } from '#contract/statuses/statuses.ts'

const SOON = sql`interval '3 days'`

/** When the reply is due, whether or not one is owed. `of` is the name under which the statement reads `user_session`. */
export function replyDueAt(of = 'user_session'): SQL {
  const u = sql.identifier(of)
  return sql`coalesce(${u}.reply_due_at, ${u}.application_submitted_datetime_utc + make_interval(days => ${u}.reply_within_days))`
}

/** 'late', 'soon' or 'later', by how far away the due date is. */
export function dueOf(of = 'user_session'): SQL {
  return sql`case when ${isLate(of)} then 'late' when ${replyDueAt(of)} < now() + ${SOON} then 'soon' else 'later' end`
}

export function isLate(of = 'user_session'): SQL {
  return sql`${replyDueAt(of)} < now()`
}

/** Whether the candidate is still waiting to hear from us. */
export function isOwed(of = 'user_session'): SQL {
  const u = sql.identifier(of)
  const owedIf = (has_emailed_application_status: boolean) =>
    sql`${sql.param(STATUS_IDS.filter((id) => isOwedReply({ ref_application_status_id: id, has_emailed_application_status })))}::int[]`
  // Two conditions, each with its own index: most applications were answered long ago.
  return sql`((not ${u}.has_emailed_application_status and ${u}.ref_application_status_id = any(${owedIf(false)}))
    or (${u}.has_emailed_application_status and ${u}.ref_application_status_id = any(${owedIf(true)})))`
}

/** Owed a reply that's late or, with `due`, due within three days. */
export function isDue(filter: DueFilter, of = 'user_session'): SQL {
  return sql`${isOwed(of)} and ${filter === 'late' ? isLate(of) : sql`${replyDueAt(of)} < now() + ${SOON}`}`
}
