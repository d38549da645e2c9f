import { sql, type SQL } from 'drizzle-orm'
import { restsOn } from '#server/applicants/decide/reason-store.ts'
import type { Db } from '#server/db/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { showedName } from '#server/audit/audit-store.ts'
import { visible } from '#server/people/visible.ts'

type HistoryEntry = { at: string; who: string | null }
export type StatusEvent = HistoryEntry & {
  status_change_id: number
  from_status_id: number
  to_status_id: number
  from_status: string
  to_status: string
  undone_at: string | null
  undone_by: string | null
  undo_until: string | null
  isInTime: boolean
  /** The candidate's reason for withdrawing, in their own words, or the staff's reason. */
  reason: string | null
  rests_on: string
}

export async function findSubmitted(db: Db, user_session_id: number, scope: Scope) {
  const { rows } = await db.execute<{ at: string; ref_function_role_id: number }>(sql`
    select application_submitted_datetime_utc as at, ref_function_role_id from user_session where user_session_id = ${user_session_id} and ${visible(scope)}`)
  return rows[0] ?? null
}

/** Newest first. */
export async function listStatusEvents(db: Db, user_session_id: number): Promise<StatusEvent[]> {
  const { rows } = await db.execute<StatusEvent>(sql`
    select c.status_change_id, c.changed_at as at, a.email as who, c.from_status_id, c.to_status_id, f.application_status as from_status,
      t.application_status as to_status, c.undone_at, c.reason, ${restsOn(sql`c`)} as rests_on, u.email as undone_by, c.undo_until, coalesce(c.undo_until > now(), false) as "isInTime"
    from status_change c
    join application_status f on f.ref_application_status_id = c.from_status_id
    join application_status t on t.ref_application_status_id = c.to_status_id
    left join staff_account a on a.staff_account_id = c.changed_by
    left join staff_account u on u.staff_account_id = c.undone_by
    where c.user_session_id = ${user_session_id}
    order by c.status_change_id desc`)
  return rows
}

export type SuggestionEvent = HistoryEntry & {
  /** The suggested role or, for the application that an accepted suggestion created, the original role. */
  function_role_name: string
  is_origin: boolean
  answer: 'yes' | 'no' | null
  answered_at: string | null
  other_user_session_id: number | null
}

/** The roles suggested in this application, and the suggestion that led to it. The other application is identified only within the scope. */
export async function listSuggestionEvents(db: Db, user_session_id: number, scope: Scope): Promise<SuggestionEvent[]> {
  const { rows } = await db.execute<SuggestionEvent>(sql`
    select s.created_at as at, a.email as who, r.function_role_name, s.user_session_id <> ${user_session_id} as is_origin, s.answer, s.answered_at,
      (select u.user_session_id from user_session u
        where u.user_session_id in (s.user_session_id, s.new_user_session_id) and u.user_session_id <> ${user_session_id} and ${visible(scope, 'u')}) as other_user_session_id
    from role_suggestion s
    join user_session mine on mine.user_session_id = s.user_session_id
    join function_role r on r.ref_function_role_id = case when s.user_session_id = ${user_session_id} then s.ref_function_role_id else mine.ref_function_role_id end
    join staff_account a on a.staff_account_id = s.suggested_by
    where s.user_session_id = ${user_session_id} or s.new_user_session_id = ${user_session_id}`)
  return rows
}

export type ViewEvent = HistoryEntry & {
  action: string
  facts: { shown?: string; days_ago?: number; identifiable?: boolean; starts_at?: string; mark?: string | null; with_decision?: boolean }
  interview_name: string | null
}

/**
 * Events on an applicant: names shown, resumes downloaded or replaced, lists exported with names, and interview changes; newest first, at most 200. With
 * identities hidden, `blindIn` is the time zone: lists of the day it arrived are left out, because it isn't in those from before, and a resume was
 * replaced on a day (at noon, or now), because that's often minutes after it arrived; noon is the same day in every US time zone.
 */
export async function listViewEvents(db: Db, user_session_id: number, blindIn: string | null): Promise<ViewEvent[]> {
  const isLater =
    blindIn === null
      ? sql`true`
      : sql`t.at >= (select ${endOfDay(sql`application_submitted_datetime_utc`, blindIn)} from user_session where user_session_id = ${user_session_id})`
  const at =
    blindIn === null
      ? sql`t.at`
      : sql`case when t.action = 'resume.replaced' then least(now(), date_trunc('day', t.at, ${blindIn}) + interval '12 hours') else t.at end`
  const { rows } = await db.execute<ViewEvent>(sql`
    select ${at} as at, s.email as who, t.action, t.facts,
      (select y.interview_name from interview_type y where y.ref_interview_id::text = t.facts ->> 'ref_interview_id') as interview_name
    from (
      select * from audit_trail
      where subject_kind = 'applicant' and subject_id = ${user_session_id} and (action in ('applicant.revealed', 'resume.downloaded', 'resume.replaced') or action like 'interview.%')
      union all
      select * from audit_trail t where ${showedName(user_session_id)} and ${isLater}) t
    left join staff_account s on s.staff_account_id = t.actor_id
    order by t.audit_id desc
    limit 200`)
  return rows
}

function endOfDay(at: SQL, time_zone: string): SQL {
  return sql`(date_trunc('day', ${at} at time zone ${time_zone}) + interval '1 day') at time zone ${time_zone}`
}
