import { sql } from 'drizzle-orm'
import { CALLS } from './calls.ts'
import { ask, type Exchange, type Run, type Staff } from './cast.ts'

/** Two applications from the same day, in the order they were submitted. */
type Pair = { first: number; second: number; ref_function_role_id: number }

const DAYS_AGO = 3

/**
 * Checks that blind responses don't depend on which of two people applied first that day: makes each call, swaps the two submission times, and makes
 * the call again. Ignores anything that differs for other reasons, such as the time of the response.
 */
export async function findOrderLeaks(run: Run): Promise<string[]> {
  const pair = await pairOf(run)
  if (!pair) return []
  await setTimes(run, pair.first, pair.second)
  const [before, again] = [await readBlind(run, pair), await readBlind(run, pair)]
  await setTimes(run, pair.second, pair.first)
  const after = await readBlind(run, pair)
  return before.flatMap((one, at) => {
    const [same, other] = [again[at]!, after[at]!]
    const isShown = textOf(one) === textOf(same) && textOf(same) !== textOf(other)
    return isShown ? [`${one.method} ${one.path} ${JSON.stringify(one.sent)} tells who of ${pair.first} and ${pair.second} came first`] : []
  })
}

async function pairOf(run: Run): Promise<Pair | null> {
  const { rows } = await run.world.apps[0]!.db.execute<Pair>(sql`
    select min(user_session_id)::int as first, max(user_session_id)::int as second, ref_function_role_id from user_session
    where ref_function_role_id = any(${sql.param(run.roles.map(({ id }) => id))}::int[]) and application_submitted_datetime_utc is not null
      and restricted_at is null and erased_at is null
    group by ref_function_role_id, ref_application_status_id having count(*) > 1 limit 1`)
  return rows[0] ?? null
}

/** Moves both times back a few days: one to an hour before the current time of day, the other to an hour after it. */
async function setTimes(run: Run, earlier: number, later: number): Promise<void> {
  const { db, env } = run.world.apps[0]!
  const noon = sql`(least(greatest((now() at time zone ${env.TIME_ZONE})::time, '02:00'), '21:00'))`
  const at = (minutes: number) =>
    sql`(((now() at time zone ${env.TIME_ZONE})::date - ${DAYS_AGO}::int) + ${noon} + make_interval(mins => ${minutes})) at time zone ${env.TIME_ZONE}`
  for (const [id, minutes] of [
    [earlier, -60],
    [later, 60],
  ] as const)
    await db.execute(sql`
      update user_session set application_submitted_datetime_utc = ${at(minutes)}, created_at = ${at(minutes - 5)}, status_changed_at = ${at(minutes)},
        reply_due_at = null where user_session_id = ${id}`)
}

/** Makes every call that staff can make about these two applications without names. */
async function readBlind(run: Run, pair: Pair): Promise<Exchange[]> {
  const found: Exchange[] = []
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString()
  const roleId = pair.ref_function_role_id
  const since = [...[2, 3, 4].map((days) => day(days).slice(0, 10)), day(DAYS_AGO)]
  const post = async (staff: Staff, path: string, body: object) =>
    found.push(await ask(run, { staff }, { method: 'POST', path, body: { ...body, identifiable: false } }))
  for (const one of since) await post(run.staff.owner, '/api/applicants/list', { roleId, days_ago: 365, since: one })
  for (const sort of ['', 'status.asc', 'status.desc']) await post(run.staff.owner, '/api/applicants/list', { roleId, days_ago: 30, sort })
  for (const days_ago of [DAYS_AGO - 1, DAYS_AGO, DAYS_AGO + 1]) {
    await post(run.staff.owner, '/api/applicants/list', { roleId, days_ago })
    found.push(
      await ask(
        run,
        { staff: run.staff.owner },
        { method: 'GET', path: `/api/user-session/applicants_with_answers/${roleId}?days_ago=${days_ago}&identifiable=false` },
      ),
    )
  }
  const byId = CALLS.filter(({ method, path, reveals }) => method === 'GET' && reveals && /\/applicants\/(by-id\/)?\{id\}/.test(path)).map(({ path }) => path)
  for (const path of byId)
    found.push(await ask(run, { staff: run.staff.owner }, { method: 'GET', path: `${path.replace('{id}', String(pair.first))}?identifiable=false` }))
  found.push(await ask(run, { staff: run.staff.auditor }, { method: 'GET', path: `/api/applicants/${pair.first}/packet.json?blind=true` }))
  return found
}

/** Strips request IDs and tokens, which differ each time. */
function textOf({ status, body }: Exchange): string {
  return `${status} ${body.slice(body.indexOf('\n')).replaceAll(/"(undo_token|request_id|made_at|exported_at)":"[^"]*"/g, '')}`
}
