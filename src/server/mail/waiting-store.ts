import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { CODES } from './outbox-purposes.ts'

export type WaitingEmails = { count: number; oldest_seconds: number; oldest_code_seconds: number }

/** Counts queued emails, and the seconds since the oldest email and the oldest sign-in code first became due; failed attempts don't reset it. */
export async function countWaitingEmails(db: Db): Promise<WaitingEmails> {
  const { rows } = await db.execute<WaitingEmails>(sql`
    select count(*)::int as count, ${ageOf(sql`min(due_since)`)} as oldest_seconds, ${ageOf(sql`min(due_since) filter (where purpose = any(${sql.param(CODES)}::text[]))`)} as oldest_code_seconds
    from email_outbox where state = 'queued'`)
  return rows[0]!
}

const ageOf = (since: ReturnType<typeof sql>) => sql`coalesce(greatest(0, extract(epoch from now() - ${since})), 0)::float8`
