import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

/** Emails in the queue, and for how many seconds the oldest of those that are due has waited. */
export async function countWaitingEmails(db: Db): Promise<{ count: number; oldest_seconds: number }> {
  const { rows } = await db.execute<{ count: number; oldest_seconds: number }>(sql`
    select count(*)::int as count, coalesce(greatest(0, extract(epoch from now() - min(send_after))), 0)::float8 as oldest_seconds from email_outbox where state = 'queued'`)
  return rows[0]!
}
