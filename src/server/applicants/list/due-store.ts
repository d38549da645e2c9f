import { sql, type SQL } from 'drizzle-orm'
import type { DueFilter } from '#contract/applicants/applicant-list.ts'
import { isOwedReply, STATUS_IDS } from '#contract/statuses/statuses.ts'

const SOON_DAYS = 3

/** When the reply is due, whether or not one is owed. `of` is the statement's alias for `user_session`. */
export function replyDueAt(of = 'user_session'): SQL {
  return sql`${sql.identifier(of)}.due_at`
}

/**
 * 'late', 'soon' or 'later', by the employer's calendar: a reply due today becomes late at midnight. Changing it mid-day would let someone who
 * polls with names hidden infer when the candidate applied.
 */
export function dueOf(time_zone: string, of = 'user_session'): SQL {
  return sql`case when ${isLate(time_zone, of)} then 'late' when ${isBefore({ days: SOON_DAYS + 1, time_zone }, of)} then 'soon' else 'later' end`
}

export function isLate(time_zone: string, of = 'user_session'): SQL {
  return isBefore({ days: 0, time_zone }, of)
}

/** Due before the start of the day this many days after today. */
function isBefore({ days, time_zone }: { days: number; time_zone: string }, of: string): SQL {
  return sql`${replyDueAt(of)} < ${startOfDay(days, time_zone)}`
}

/** Replies due before `late` are late; those due before `soon` are due soon. */
export function dueBefore(time_zone: string): { late: SQL; soon: SQL } {
  return { late: startOfDay(0, time_zone), soon: startOfDay(SOON_DAYS + 1, time_zone) }
}

export function startOfDay(days: number, time_zone: string): SQL {
  return sql`(date_trunc('day', now() at time zone ${time_zone}) + make_interval(days => ${days})) at time zone ${time_zone}`
}

function isBeforeNextWeek(time_zone: string, of: string): SQL {
  return sql`${replyDueAt(of)} < (date_trunc('week', now() at time zone ${time_zone}) + interval '7 days') at time zone ${time_zone}`
}

/** Whether the candidate is still waiting to hear from us. */
export function isOwed(of = 'user_session'): SQL {
  // Two conditions, each with its own index range, because most applications got their reply long ago.
  return sql`(${sql.join(owedConditions(of), sql` or `)})`
}

/** A reply is owed if the candidate hasn't been emailed about the status, or has been and the status still requires one. */
export function owedConditions(of = 'user_session'): SQL[] {
  const u = sql.identifier(of)
  return [false, true].map((has_emailed_application_status) => {
    const statuses = STATUS_IDS.filter((id) => isOwedReply({ ref_application_status_id: id, has_emailed_application_status }))
    return sql`(${has_emailed_application_status ? sql`` : sql`not `}${u}.has_emailed_application_status and ${u}.ref_application_status_id = any(${sql.param(statuses)}::int[]))`
  })
}

/** Owed a reply that's late, or due as the filter specifies. */
export function isDue(filter: DueFilter, time_zone: string, of = 'user_session'): SQL {
  const when = {
    late: isLate(time_zone, of),
    due: isBefore({ days: SOON_DAYS + 1, time_zone }, of),
    today: sql`${isBefore({ days: 1, time_zone }, of)} and not ${isLate(time_zone, of)}`,
    week: sql`${isBeforeNextWeek(time_zone, of)} and not ${isLate(time_zone, of)}`,
  }
  return sql`${isOwed(of)} and ${when[filter]}`
}
