import { sql } from 'drizzle-orm'
import { ROLE_WEEKS, type Inventory, type RoleRow } from '#contract/dashboard.ts'
import { STAGES } from '#contract/statuses/status-meanings.ts'
import type { Db } from '#server/db/connect.ts'
import { reached } from '#server/figures/figures-store.ts'
import type { Scope } from '#server/http/caller.ts'
import { isInScope, visible } from '#server/people/visible.ts'
import { isOpen } from '#server/roles/store.ts'
import { submittedIn, type CountQuery } from './stage-store.ts'
import type { RepliesOfRole, WaitingCount } from './store.ts'

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
      floor(extract(epoch from now() - waiting.since) / 86400)::int as oldest_waiting_days, coalesce(due, 0) as due
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
