import type { Database } from '#server/db/connect.ts'

type Pool = Database['pool']

export async function rewriteTables(pool: Pool, tables: string[]): Promise<void> {
  for (const table of tables) await pool.query(`vacuum full "${table}"`)
}

/** A new segment is begun, and those before the checkpoint are deleted instead of being kept for their space. */
export async function dropOldLog(pool: Pool): Promise<void> {
  await pool.query('set wal_recycle = off')
  await pool.query('select pg_switch_wal()')
  await pool.query('checkpoint')
  // The first checkpoint may leave the segment in which it began.
  await pool.query('select pg_switch_wal()')
  await pool.query('checkpoint')
}
