import { sql, type SQL } from 'drizzle-orm'
import type { Database, Db } from '#server/db/connect.ts'

type LimitUse = { key: string; points: number; seconds_left: number }

type Use = { key: string; seconds: number }

/** Counts one use of each key and returns the totals. A key's count restarts `seconds` after its first use. Rolled back with its transaction. */
export async function countUses(tx: Db, uses: Use[]): Promise<Map<string, LimitUse>> {
  return counted(tx, uses, sql``)
}

/**
 * Counts in a separate transaction that doesn't wait for the disk: the next change that's acknowledged takes these counts with it. Never call it
 * inside a transaction, which wouldn't wait for the disk either.
 */
export async function countUsesInOwnTransaction(db: Database['db'], uses: Use[]): Promise<Map<string, LimitUse>> {
  return counted(db, uses, sql`, set_config('synchronous_commit', 'off', true)`)
}

async function counted(db: Db, uses: Use[], setting: SQL): Promise<Map<string, LimitUse>> {
  // Sorted by key so that two requests can't deadlock.
  const { rows } = await db.execute<LimitUse>(sql`
    with clock as materialized (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now${setting})
    insert into rate_limit as taken (key, points, expire)
    select key, 1, now + seconds * 1000::bigint
    from clock, unnest(${sql.param(uses.map(({ key }) => key))}::text[], ${sql.param(uses.map(({ seconds }) => seconds))}::int[]) as used(key, seconds) order by key
    on conflict (key) do update set
      points = case when taken.expire <= (select now from clock) then 1 else taken.points + 1 end,
      expire = case when taken.expire <= (select now from clock) then excluded.expire else taken.expire end
    returning key, points, ceil((expire - (select now from clock)) / 1000.0)::int as seconds_left`)
  return new Map(rows.map((row) => [row.key, row]))
}

export async function refundUses(db: Db, keys: string[]): Promise<void> {
  await db.execute(sql`update rate_limit set points = points - 1 where key = any(${sql.param(keys)}::text[])`)
}
