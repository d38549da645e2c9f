import { sql, type SQL } from 'drizzle-orm'
import { STAGES } from '#contract/statuses/status-meanings.ts'
import { meaningOf, statusesWhere, SUBMITTED } from '#contract/statuses/statuses.ts'
import { AGEING_DAYS, type Dashboard, type Installation, ROLE_WEEKS, type Inventory, type RoleRow } from '#contract/dashboard.ts'
import { BACKUP_MADE } from '#server/audit/record-audit.ts'
import { dueBefore, owedConditions, startOfDay } from '#server/applicants/list/due-store.ts'
import type { Db } from '#server/db/connect.ts'
import { reached } from '#server/figures/figures-store.ts'
import type { Scope } from '#server/http/caller.ts'
import { visible, isInScope } from '#server/people/visible.ts'
import { isOpen } from '#server/roles/store.ts'
import { matchesFilter } from '#server/applicants/list/list-store.ts'
import type { Env } from '#server/env.ts'

/** Records a visit now and returns when this person's previous one was; null if this is the first. */
export async function setVisited(db: Db, staff_account_id: number): Promise<string | null> {
  const { rows } = await db.execute<{ previous: string | null }>(sql`
    with before as (select staff_account_id, last_visit_at from staff_account where staff_account_id = ${staff_account_id} for no key update)
    update staff_account a set last_visit_at = now() from before where before.staff_account_id = a.staff_account_id
    returning before.last_visit_at as previous`)
  return instantOf(rows[0]?.previous)
}

/** Returns the last visit and the number of whole days since, counted as in the applicant list. `since` overrides the stored visit. */
export async function findLastVisit(db: Db, staff_account_id: number, since: string | null): Promise<{ since: string | null; days: number | null }> {
  const { rows } = await db.execute<{ since: string | null; days: number | null }>(sql`
    select since, least(36500, greatest(1, ceil(extract(epoch from now() - since) / 86400)))::int as days
    from (select coalesce(${since}::timestamptz, last_visit_at) as since from staff_account where staff_account_id = ${staff_account_id}) v`)
  return { since: instantOf(rows[0]?.since), days: rows[0]?.since ? rows[0].days : null }
}

/** Counts applications within these days or, with `since`, on or after that day: an exact time would reveal when someone applied. */
export async function countApplications(db: Db, counted: CountQuery, since: string | null): Promise<number> {
  const after = since ? sql`and application_submitted_datetime_utc >= date_trunc('day', ${since}::timestamptz, ${counted.order.time_zone})` : sql``
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from user_session where ${submittedIn(counted)} ${after}`)
  return rows[0]!.count
}

export type RepliesOfRole = Dashboard['replies'] & { ref_function_role_id: number }

/**
 * Counts applicants whose reply is late or due soon, by role and no matter when they applied. A single pass provides both the total and each role's
 * row.
 */
export async function countReplies(db: Db, { scope, order: { time_zone } }: Pick<CountQuery, 'scope' | 'order'>): Promise<RepliesOfRole[]> {
  const before = dueBefore(time_zone)
  const due = (owed: SQL) => sql`select ref_function_role_id, due_at from user_session where ${visible(scope)} and ${owed} and due_at < ${before.soon}`
  const { rows } = await db.execute<RepliesOfRole>(sql`
    select ref_function_role_id, late::int as late, (due - late)::int as soon
    from (
      select ref_function_role_id, count(*) as due, count(*) filter (where due_at < (select ${before.late})) as late
      from (${sql.join(owedConditions().map(due), sql` union all `)}) owed group by 1) one`)
  return rows
}

/** The applicants of one role in one status that's in `AGEING_DAYS`. */
export type WaitingCount = { ref_function_role_id: number; ref_application_status_id: number; here: number; ageing: number; since: string }

/**
 * Counts everyone in a status that requires action. A single query feeds the worklists, the inventory, the time-in-status figures and each role's row.
 * Days are whole days: a cutoff that moves with the clock would reveal when someone applied.
 */
export async function countWaiting(db: Db, { scope, order: { time_zone } }: Pick<CountQuery, 'scope' | 'order'>): Promise<WaitingCount[]> {
  const limits = Object.entries(AGEING_DAYS).map(([status, days]) => sql`when ${Number(status)}::int then (select ${startOfDay(-days, time_zone)})`)
  const { rows } = await db.execute<WaitingCount>(sql`
    select ref_function_role_id, ref_application_status_id, count(*)::int as here, min(status_changed_at) as since,
      (count(*) filter (where status_changed_at < case ref_application_status_id ${sql.join(limits, sql` `)} end))::int as ageing
    from user_session where ref_application_status_id = any(${sql.param(ACTED_ON)}::int[]) and ${visible(scope)} group by 1, 2`)
  return rows
}

const ACTED_ON = Object.keys(AGEING_DAYS).map(Number)

export async function countWeeks(db: Db, { days_ago, scope, order }: CountQuery): Promise<Dashboard['weeks']> {
  const { rows } = await db.execute<Dashboard['weeks'][number]>(sql`
    select to_char(week, 'YYYY-MM-DD') as week, coalesce(applications, 0)::int as applications
    from generate_series(
      date_trunc('week', (now() - make_interval(days => ${days_ago})) at time zone 'UTC'), date_trunc('week', now() at time zone 'UTC'), interval '1 week') week
    left join (
      select date_trunc('week', application_submitted_datetime_utc at time zone 'UTC') as week, count(*) as applications
      from user_session where ${submittedIn({ days_ago, scope, order })} group by 1) c using (week)
    order by week`)
  return rows
}

/** Returns how many reached each stage, in `STAGES` order. */
export async function countStages(db: Db, { days_ago, scope, order }: CountQuery): Promise<number[]> {
  const { rows } = await db.execute<{ reached: number[] }>(sql`select ${reached} as reached from user_session where ${submittedIn({ days_ago, scope, order })}`)
  return rows[0]!.reached
}

export async function countByStatus(db: Db, { days_ago, scope, order }: CountQuery): Promise<Dashboard['standing']> {
  const { rows } = await db.execute<Dashboard['standing'][number]>(sql`
    select s.ref_application_status_id, s.application_status, coalesce(applications, 0)::int as applications
    from application_status s
    left join (select ref_application_status_id, count(*) as applications from user_session where ${submittedIn({ days_ago, scope, order })} group by 1) u
      using (ref_application_status_id)
    where s.ref_application_status_id = any(${sql.param(statusesWhere((meaning) => meaning.stage !== null))}::int[])
    order by s.ref_application_status_id`)
  return rows
}

/**
 * Measures stays in the statuses of `AGEING_DAYS`: each starts with the submission or a change, and ends with the next change. Past stays are found
 * through the change that ended them; current ones are those still waiting.
 */
export async function measureStays(db: Db, { days_ago, scope }: CountQuery, waiting: WaitingCount[]): Promise<Dashboard['stays']> {
  const { rows } = await db.execute<Pick<Dashboard['stays'][number], 'ref_application_status_id' | 'application_status' | 'ended' | 'median_days'>>(sql`
    with ended as materialized (
      select coalesce(before.to_status_id, ${SUBMITTED}::int) as status,
        extract(epoch from c.changed_at - coalesce(before.changed_at, application_submitted_datetime_utc)) / 86400 as days
      from status_change c
      join user_session using (user_session_id)
      left join lateral (
        select to_status_id, changed_at from status_change b
        where b.user_session_id = c.user_session_id and b.undone_at is null and b.status_change_id < c.status_change_id
        order by b.status_change_id desc limit 1) before on true
      where c.changed_at >= now() - make_interval(days => ${days_ago}) and c.undone_at is null and ${visible(scope)}
    )
    select s.ref_application_status_id, s.application_status, e.ended, e.median_days
    from application_status s
    cross join lateral (
      select count(*)::int as ended, round((percentile_cont(0.5) within group (order by days))::numeric, 1)::float8 as median_days
      from ended where status = s.ref_application_status_id) e
    where s.ref_application_status_id = any(${sql.param(ACTED_ON)}::int[])`)
  const stageOf = (one: { ref_application_status_id: number }) => STAGES.indexOf(meaningOf(one.ref_application_status_id).stage!)
  return rows
    .toSorted((one, other) => stageOf(one) - stageOf(other))
    .map((row) => {
      const { ref_application_status_id } = row
      const mine = waitingIn(waiting, ref_application_status_id)
      return { ...row, here: sumOf(mine, 'here'), ageing: sumOf(mine, 'ageing'), ageing_days: AGEING_DAYS[ref_application_status_id]! }
    })
}

/** Whole days in the time zone. */
export function daysSince(at: SQL, { time_zone }: CountQuery['order']): SQL {
  return sql`((now() at time zone ${time_zone})::date - (${at} at time zone ${time_zone})::date)`
}

export function waitingIn(waiting: WaitingCount[], ref_application_status_id: number): WaitingCount[] {
  return waiting.filter((one) => one.ref_application_status_id === ref_application_status_id)
}

export function sumOf<K extends string>(rows: Record<K, number>[], which: K): number {
  return rows.reduce((sum, one) => sum + one[which], 0)
}

function instantOf(at: string | null | undefined): string | null {
  return at ? new Date(at).toISOString() : null
}

/** An email is late if it's still pending a minute after it was due. */
export async function countEmails(db: Db): Promise<Installation['emails']> {
  const { rows } = await db.execute<{ queued: number; failed: number; late_since: string | null }>(sql`
    select (count(*) filter (where state = 'queued'))::int as queued, (count(*) filter (where state = 'failed'))::int as failed,
      min(due_since) filter (where state = 'queued' and due_since < now() - interval '1 minute') as late_since
    from email_outbox where state in ('queued', 'failed')`)
  const { queued, failed, late_since } = rows[0]!
  return { queued, failed, late_since: instantOf(late_since) }
}

export async function findLastBackup(db: Db): Promise<string | null> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select max(at) as at from audit_trail where subject_kind = 'database' and action = ${BACKUP_MADE}`,
  )
  return instantOf(rows[0]?.at)
}

const thisWeek = sql`date_trunc('week', now() at time zone 'UTC')`

type RoleFigures = { replies: RepliesOfRole[]; waiting: WaitingCount[] }

/** Lists all open roles, and closed ones with people waiting; longest waiting first. */
export async function listRoleRows(db: Db, { days_ago, scope, order }: CountQuery, { replies, waiting }: RoleFigures): Promise<RoleRow[]> {
  const rolesOf = (rows: { ref_function_role_id: number }[]) => sql.param(rows.map((one) => one.ref_function_role_id))
  const counts = sql.param(replies.map(({ late, soon }) => late + soon))
  const times = sql.param(waiting.map((one) => one.since))
  const { rows } = await db.execute<RoleRow>(sql`
    with weekly as (
      select ref_function_role_id, date_trunc('week', application_submitted_datetime_utc at time zone 'UTC') as week, count(*) as came
      from user_session
      where application_submitted_datetime_utc >= (${thisWeek} - make_interval(weeks => ${ROLE_WEEKS - 1})) at time zone 'UTC' and ${visible(scope)} group by 1, 2),
    staged as (select ref_function_role_id, ${reached} as funnel from user_session where ${submittedIn({ days_ago, scope, order })} group by 1),
    waiting as (
      select ref_function_role_id, min(since) as since from unnest(${rolesOf(waiting)}::int[], ${times}::timestamptz[]) one (ref_function_role_id, since) group by 1),
    due as (select ref_function_role_id, due from unnest(${rolesOf(replies)}::int[], ${counts}::int[]) one (ref_function_role_id, due))
    select ref_function_role_id, function_role_name, coalesce(${isOpen}, false) as is_open,
      case when ${isOpen} then floor(extract(epoch from now() - coalesce(published_at, created_at)) / 86400)::int end as days_open,
      array_to_json(array(
        select coalesce(came, 0)::int from generate_series(${thisWeek} - make_interval(weeks => ${ROLE_WEEKS - 1}), ${thisWeek}, interval '1 week') monday
        left join weekly on weekly.ref_function_role_id = function_role.ref_function_role_id and week = monday order by monday)) as weeks,
      coalesce(funnel, ${JSON.stringify(STAGES.map(() => 0))}::json) as funnel,
      ${daysSince(sql`waiting.since`, order)} as oldest_waiting_days, coalesce(due, 0) as due
    from function_role left join staged using (ref_function_role_id) left join waiting using (ref_function_role_id) left join due using (ref_function_role_id)
    where ${isInScope(scope, 'function_role')} and (${isOpen} or waiting.since is not null or due.due > 0)
    order by waiting.since nulls last, function_role_name`)
  return rows
}

export async function countInventory(db: Db, scope: Scope): Promise<Omit<Inventory, 'applications'>> {
  const { rows } = await db.execute<Omit<Inventory, 'applications'>>(sql`
    select (select count(*) from function_role where ${isOpen} and ${isInScope(scope, 'function_role')})::int as roles,
      (select count(*) from application_question where not disabled_flag)::int as questions,
      (select count(*) from email_template where not disabled_flag)::int as templates,
      (select count(*) from interview_type)::int as interviews,
      (select count(*) from interviewer)::int as interviewers`)
  return rows[0]!
}

/** The period covered by a number on the home screen. */
export type CountQuery = { days_ago: number; scope: Scope; order: { time_zone: string } }

export function submittedIn(counted: CountQuery): SQL {
  return matchesFilter({ roleId: 'all', ref_application_status_id: 'all', ...counted })
}

export type SuppressedEmail = {
  email_id: number
  is_failed: boolean
  since: string
  to_address: string
  /** Whether anyone applied with this address, even if that application is hidden now. */
  has_applied: boolean
  is_staff: boolean
  user_session_id: number | null
  alias: string | null
  function_role_name: string | null
}

/** Lists addresses that emails are no longer sent to, each with its latest returned email, newest first. */
export async function listSuppressed(
  db: Db,
  { ADMIN_EMAILS, COMPANY_DOMAIN }: Pick<Env, 'ADMIN_EMAILS' | 'COMPANY_DOMAIN'>,
  most: number,
): Promise<SuppressedEmail[]> {
  const { rows } = await db.execute<SuppressedEmail>(sql`
    with suppressed as (
      select distinct on (lower(to_address)) email_id, state = 'failed' as is_failed, dead_since as since, lower(to_address) as to_address
      from email_outbox where dead_since is not null order by lower(to_address), dead_since desc, email_id desc)
    select s.*, a.user_session_id is not null as has_applied, ${isStaff(ADMIN_EMAILS, COMPANY_DOMAIN)} as is_staff,
      case when a.is_visible then a.user_session_id end as user_session_id, case when a.is_visible then a.alias end as alias,
      case when a.is_visible then a.function_role_name end as function_role_name
    from suppressed s left join lateral (
      select u.user_session_id, u.alias, r.function_role_name, ${visible('everyone', 'u')} as is_visible
      from user_session u join function_role r using (ref_function_role_id)
      where lower(u.email) = s.to_address order by is_visible desc, u.user_session_id desc limit 1) a on true
    order by s.since desc, s.email_id desc limit ${most}`)
  return rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() }))
}

/** Whether it's the address of someone who can sign in or who leads a role. */
function isStaff(owners: string[], domain: string) {
  return sql`(s.to_address = any(${sql.param(owners)}::text[]) or s.to_address like ${`%@${domain}`}
    or exists (select from staff_account where lower(staff_account.email) = s.to_address)
    or exists (select from function_role where lower(function_role.hiring_lead_email) = s.to_address))`
}

/** Returns this email's address if its failure blocks further emails to it; null otherwise. */
export async function findSuppressedAddress(tx: Db, email_id: number): Promise<string | null> {
  const { rows } = await tx.execute<{ to_address: string }>(sql`select to_address from email_outbox where email_id = ${email_id} and dead_since is not null`)
  return rows[0]?.to_address ?? null
}
