import { sql } from 'drizzle-orm'
import { matchesFilter, type Filter } from '#server/applicants/list/list-store.ts'
import type { Db } from '#server/db/connect.ts'

/** The reasons for what was decided about these applicants and not taken back, the newest first. */
export async function listReasons(db: Db, user_session_ids: number[]): Promise<Map<number, string[]>> {
  const { rows } = await db.execute<{ user_session_id: number; reasons: string[] }>(sql`
    select user_session_id, array_agg(reason order by status_change_id desc) as reasons from status_change
    where user_session_id = any(${sql.param(user_session_ids)}::int[]) and undone_at is null and reason <> '' group by 1`)
  return new Map(rows.map(({ user_session_id, reasons }) => [user_session_id, reasons]))
}

/** Whether anyone in the filter was decided about with a reason. */
export async function hasReasons(db: Db, filter: Filter): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from status_change where reason <> '' and undone_at is null
      and user_session_id in (select user_session_id from user_session where ${matchesFilter(filter)}) limit 1`)
  return rows.length > 0
}
