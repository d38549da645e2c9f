import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

type Counted = { key: string; points: number; seconds_left: number }

/** Counts one use of each key and returns the totals. A key's count restarts `seconds` after its first use. Rolled back with its transaction. */
export async function countUses(db: Db, uses: { key: string; seconds: number }[]): Promise<Map<string, Counted>> {
  // Sorted by key so that two requests can't deadlock.
  const { rows } = await db.execute<Counted>(sql`
    with clock as materialized (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now)
    insert into rate_limit as taken (key, points, expire)
    select key, 1, now + seconds * 1000::bigint
    from clock, unnest(${sql.param(uses.map(({ key }) => key))}::text[], ${sql.param(uses.map(({ seconds }) => seconds))}::int[]) as used(key, seconds) order by key
    on conflict (key) do update set
      points = case when taken.expire <= (select now from clock) then 1 else taken.points + 1 end,
      expire = case when taken.expire <= (select now from clock) then excluded.expire else taken.expire end
    returning key, points, ceil((expire - (select now from clock)) / 1000.0)::int as seconds_left`)
  return new Map(rows.map((row) => [row.key, row]))
}

export async function giveUsesBack(db: Db, keys: string[]): Promise<void> {
  await db.execute(sql`update rate_limit set points = points - 1 where key = any(${sql.param(keys)}::text[])`)
}
