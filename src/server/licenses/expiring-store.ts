import { sql, type SQL } from 'drizzle-orm'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { Db } from '#server/db/connect.ts'
import { visible } from '#server/people/visible.ts'

/** Days before expiration; each triggers one reminder. */
const REMIND_AT = [60, 30, 7]
/** A license that expired earlier than this had already expired when it was listed, and the coverage says so. */
const EXPIRED_WITHIN = 60
/** After this long, a decision can't be undone. */
const FORGOTTEN_AFTER = sql`interval '30 days'`
const STILL_OPEN = statusesWhere((meaning) => meaning.stage !== null && !meaning.isFinal && !meaning.isFinalOnceEmailed)
const ACCEPTED = statusesWhere((meaning) => meaning.stage === 'accepted')
/** Start dates aren't recorded, but after this long, the person has started. */
const STARTED_AFTER = sql`interval '90 days'`

export type ExpiringRow = {
  to_address: string
  user_session_id: number
  alias: string
  license_type: string
  license_state: string
  expires_on: string
  days: number
}

/** Whether the application is open: not closed, and if the offer was accepted, the person hasn't started. */
export function isOpenFor(of: string): SQL {
  const u = sql.identifier(of)
  return sql`(${u}.ref_application_status_id = any(${sql.param(STILL_OPEN)}::int[])
    or ${u}.ref_application_status_id = any(${sql.param(ACCEPTED)}::int[]) and ${u}.status_changed_at > now() - ${STARTED_AFTER})`
}

/** A column of the latest check of the license `l` as entered now. */
const latestCheck = (column: SQL) =>
  sql`(select ${column} from license_verification v where v.license_id = l.license_id and v.entry = l.entry order by v.license_verification_id desc limit 1)`

/** The last day of the license `l`: the earlier of the day entered and the one its source gave, unless the source gave a later one after it. */
export function lastDayOf(on: string): SQL {
  const said = latestCheck(sql`case when v.result in ('active', 'restricted') then v.good_until end`)
  return sql`case when l.expires_on < ${on}::date and ${said} > l.expires_on then ${said} else least(${said}, l.expires_on) end`
}

/**
 * Whether the license `l` expires soon or has expired, and someone still has to ask about it, until the source gives a later date or was checked after the
 * expiration date.
 */
export function isExpiring(on: string): SQL {
  const soon = sql`${on}::date + ${REMIND_AT[0]!}::int`
  const isSettled = latestCheck(sql`v.result = 'active' and coalesce(v.good_until > ${soon}, false) or v.checked_on > ${lastDayOf(on)}`)
  return sql`(l.removed_at is null and not l.is_in_progress and ${lastDayOf(on)} <= ${soon} and ${isSettled} is not true)`
}

const isNear = (day: SQL, on: string) => sql`${day} between ${on}::date - ${EXPIRED_WITHIN}::int and ${on}::date + ${REMIND_AT[0]!}::int`

/** Returns the reminders due on this day and marks them as sent in the same statement. Licenses that expired recently are marked without a reminder. */
export async function claimExpiring(tx: Db, on: string): Promise<ExpiringRow[]> {
  const { rows } = await tx.execute<ExpiringRow>(sql`
    with due as (
      select l.license_id, d.last_day, d.last_day - ${on}::date as days,
        (select min(step) from unnest(${sql.param(REMIND_AT)}::int[]) step where d.last_day - ${on}::date <= step) as step
      from license l join user_session u using (user_session_id) cross join lateral (select ${lastDayOf(on)} as last_day) d
      where l.license_id in (
          select license_id from license where ${isNear(sql`expires_on`, on)} union select license_id from license_verification where ${isNear(sql`good_until`, on)})
        and d.last_day >= ${on}::date - ${EXPIRED_WITHIN}::int and ${isExpiring(on)} and ${isOpenFor('u')} and ${visible('everyone', 'u')}
      for no key update of l skip locked),
    claimed as (
      update license l set reminded_days = due.step from due
      where l.license_id = due.license_id and l.reminded_days is distinct from due.step
      returning l.license_id, l.user_session_id, l.license_type, l.license_state, due.last_day::text as expires_on, due.days)
    select c.user_session_id, u.alias, c.license_type, c.license_state, c.expires_on, c.days,
      coalesce((select a.email from assignment s join staff_account a using (staff_account_id) where s.user_session_id = c.user_session_id limit 1),
        lower(r.hiring_lead_email)) as to_address
    from claimed c join user_session u using (user_session_id) join function_role r using (ref_function_role_id)
    where c.days >= 0 order by c.expires_on, c.license_id`)
  return rows
}

/** Removes the marks of closed applications, so the index of marked licenses holds only the ones to ask about. */
export async function forgetClosed(tx: Db): Promise<void> {
  await tx.execute(sql`
    update license l set reminded_days = null from user_session u
    where u.user_session_id = l.user_session_id and l.reminded_days is not null and not ${isOpenFor('u')}
      and u.status_changed_at < now() - ${FORGOTTEN_AFTER}`)
}
