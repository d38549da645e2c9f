import { sql, type SQL } from 'drizzle-orm'
import type { Figures } from '#contract/figures/figures.ts'
import { STAGES, type Stage } from '#contract/statuses/status-meanings.ts'
import { meaningOf, statusesFrom, statusesWhere } from '#contract/statuses/statuses.ts'
import type { Db } from '#server/db/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { countable, isInScope } from '#server/people/visible.ts'

/** Which applications the figures are about. */
export type FiguresQuery = { roleId: number | 'all'; days: number; scope: Scope }

function matching({ roleId, days, scope }: FiguresQuery): SQL {
  const ofRole = roleId === 'all' ? sql`` : sql` and user_session.ref_function_role_id = ${roleId}`
  return sql`${countable(scope)}${ofRole} and application_submitted_datetime_utc > now() - make_interval(days => ${days})`
}

/** The number of applications that reached each stage, as a JSON array in `STAGES` order. */
export const reached = sql`json_build_array(${sql.join(
  STAGES.map((stage) => sql`count(*) filter (where ${hasReached(stage)})`),
  sql`, `,
)})`

/** Counts everyone who has ever been in a stage, whatever their status now. Undone changes don't count. */
function hasReached(stage: Stage): SQL {
  const statuses = statusesFrom(stage)
  const hasStatus = (status: SQL) => sql`${status} = any(${sql.param(statuses)}::int[])`
  // Every submitted application has reached the first stage, and final statuses can only be left by undoing.
  if (stage === STAGES[0] || statuses.every((id) => meaningOf(id).isFinal)) return hasStatus(sql`ref_application_status_id`)
  return sql`(${hasStatus(sql`ref_application_status_id`)} or exists (
    select 1 from status_change c where c.user_session_id = user_session.user_session_id and ${hasStatus(sql`c.to_status_id`)} and c.undone_at is null))`
}

/** Returns the name of a role; null if it isn't in the scope. */
export async function findRoleName(db: Db, ref_function_role_id: number, scope: Scope): Promise<string | null> {
  const { rows } = await db.execute<{ function_role_name: string }>(sql`
    select function_role_name from function_role where ref_function_role_id = ${ref_function_role_id} and ${isInScope(scope, 'function_role')}`)
  return rows[0]?.function_role_name ?? null
}

/** Returns how many reached each stage, in `STAGES` order. */
export async function countReached(db: Db, which: FiguresQuery): Promise<number[]> {
  const { rows } = await db.execute<{ reached: number[] }>(sql`select ${reached} as reached from user_session where ${matching(which)}`)
  return rows[0]!.reached
}

type Source = { via: string | null; reached: number[] }

/** Sorted by number of applications, most first. */
export async function listSources(db: Db, which: FiguresQuery): Promise<Source[]> {
  const { rows } = await db.execute<Source>(sql`
    select via, ${reached} as reached from user_session where ${matching(which)} group by via order by count(*) desc, via nulls last`)
  return rows
}

const days = (from: SQL, until: SQL) => sql`(extract(epoch from ${until} - ${from}) / 86400)`
const oneDecimal = (number: SQL) => sql`round((${number})::numeric, 1)::float8`
const ACCEPTED = statusesFrom('accepted')
const INTERVIEWING = statusesWhere((meaning) => meaning.takesFeedback)

/** When the role was last published before someone applied. It has a new date each time it's reopened, and the trail has the earlier ones. */
const publishedBefore = sql`(
  select max(p.at) from (
    select coalesce(r.published_at, r.created_at) as at
    union all select (t.facts ->> 'earlier_published_at')::timestamptz from audit_trail t
      where t.action = 'role.changed' and t.subject_kind = 'role' and t.subject_id = r.ref_function_role_id) p
  where p.at <= user_session.application_submitted_datetime_utc)`

/**
 * Accepted offers as a series of moments: published, applied, invited, picked (an interview time), interviewed, accepted. A moment that wasn't
 * recorded gets the time of the next one that was, so the spans between them always add up.
 */
function acceptedOffers(which: FiguresQuery): SQL {
  return sql`
    select published, applied, invited, picked, greatest(picked, least(interviewed, accepted)) as interviewed, accepted
    from (
      select coalesce(${publishedBefore}, user_session.application_submitted_datetime_utc) as published, one.*
      from user_session join function_role r using (ref_function_role_id)
      cross join lateral (
        select application_submitted_datetime_utc as applied, greatest(status_changed_at, application_submitted_datetime_utc) as accepted) dates
      cross join lateral (
        select greatest(applied, least(accepted, (
          select min(c.changed_at) from status_change c where c.user_session_id = user_session.user_session_id and c.undone_at is null
            and c.to_status_id = any(${sql.param(INTERVIEWING)}::int[])))) as invited) invitation
      cross join lateral (
        select applied, accepted, invited,
          greatest(invited, least(accepted, coalesce((
            select min(b.created_at) from interview_booking b where b.user_session_id = user_session.user_session_id and b.booked_at is not null), invited))) as picked,
          coalesce(
            (select max(h.submitted_at) from interview_header h where h.user_session_id = user_session.user_session_id),
            (select max(b.ends_at) from interview_booking b where b.user_session_id = user_session.user_session_id and b.state = 'booked'),
            accepted) as interviewed) one
      where ${matching(which)} and ref_application_status_id = any(${sql.param(ACCEPTED)}::int[])) offer`
}

type AcceptedOffers = { people: number; median_days: number; percentile_80_days: number; waits: Record<string, { days: number; median_days: number }> }

const WAITED = {
  candidate: sql`${days(sql`published`, sql`applied`)} + ${days(sql`invited`, sql`picked`)}`,
  reviewer: days(sql`applied`, sql`invited`),
  interviewer: days(sql`picked`, sql`interviewed`),
  offer: days(sql`interviewed`, sql`accepted`),
} satisfies Record<Figures['waits'][number]['waits_on'], SQL>

/** Measures the days from publishing to each accepted offer, and how much of that was spent waiting for what. */
export async function measureAccepted(db: Db, which: FiguresQuery): Promise<AcceptedOffers> {
  const total = days(sql`published`, sql`accepted`)
  const within = (share: number, span: SQL) => oneDecimal(sql`coalesce(percentile_cont(${share}::float8) within group (order by ${span}), 0)`)
  const waits = Object.entries(WAITED).map(
    ([waits_on, span]) => sql`${waits_on}::text, json_build_object('days', coalesce(sum(${span}), 0)::float8, 'median_days', ${within(0.5, span)})`,
  )
  const { rows } = await db.execute<AcceptedOffers>(sql`
    select count(*)::int as people, ${within(0.5, total)} as median_days, ${within(0.8, total)} as percentile_80_days,
      json_build_object(${sql.join(waits, sql`, `)}) as waits
    from (${acceptedOffers(which)}) offer`)
  return rows[0]!
}

/**
 * A subquery for the reply promised to each application. `told_at` is when staff sent the first email. `is_due` is true if it was sent or its
 * deadline has passed, and the candidate hadn't withdrawn before that.
 */
export function repliesTo(applications: SQL): SQL {
  return sql`
    with application as (
      select user_session_id as id, application_submitted_datetime_utc as at,
        application_submitted_datetime_utc + make_interval(days => reply_within_days) as due_at
      from user_session where ${applications}),
    told as (
      select t.subject_id as id, min(o.sent_at) as at
      from audit_trail t join email_outbox o on o.email_id = (t.facts ->> 'email_id')::int
      where t.action in ('applicant.email-queued', 'applicant.reply-date-moved') and t.subject_kind = 'applicant' and t.actor_kind <> 'candidate' and o.state = 'sent'
        and t.at >= (select min(at) from application)
      group by 1),
    left_us as (
      select t.subject_id as id, min(t.at) as at
      from audit_trail t join status_change c on c.status_change_id = (t.facts ->> 'status_change_id')::int
      where t.action = 'applicant.withdrawn' and c.undone_at is null group by 1)
    select a.id, a.at, a.due_at, t.at as told_at,
      (t.at is not null or a.due_at < now()) and coalesce(l.at >= least(t.at, a.due_at), true) as is_due
    from application a left join told t using (id) left join left_us l using (id)`
}

export async function countPromises(db: Db, which: FiguresQuery): Promise<{ due: number; kept: number }> {
  const { rows } = await db.execute<{ due: number; kept: number }>(sql`
    select count(*)::int as due, (count(*) filter (where told_at <= due_at))::int as kept from (${repliesTo(matching(which))}) reply where is_due`)
  return rows[0]!
}
