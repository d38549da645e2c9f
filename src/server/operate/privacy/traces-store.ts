import type { Database } from '#server/db/connect.ts'

type Pool = Database['pool']

export async function rewriteTables(pool: Pool, tables: string[]): Promise<void> {
  for (const table of tables) await pool.query(`vacuum full "${table}"`)
}

/** Starts a new WAL segment and deletes those before the checkpoint instead of recycling them. */
export async function dropOldLog(pool: Pool): Promise<void> {
  await pool.query('set wal_recycle = off')
  await pool.query('select pg_switch_wal()')
  await pool.query('checkpoint')
  // The first checkpoint may keep the segment that was current when it started.
  await pool.query('select pg_switch_wal()')
  await pool.query('checkpoint')
}
