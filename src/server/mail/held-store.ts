import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { email_outbox } from '#server/db/tables.ts'
import { asHeader, type Email } from './email.ts'
import { takeFromBudget, type Cause } from './recipient-store.ts'

type HeldEmail = Pick<typeof email_outbox.$inferSelect, 'purpose'> & { user_session_id: number }

/** Locks an application's pending email of this kind; null if it was sent, failed, withdrawn or is being sent right now. */
export async function lockWaiting(tx: Db, waiting: HeldEmail): Promise<number | null> {
  const [email] = await tx.select({ email_id: email_outbox.email_id }).from(email_outbox).where(isWaiting(waiting)).for('no key update')
  return email?.email_id ?? null
}

/**
 * Changes the text and address of an email that `lockWaiting` found; `isDue` sends it immediately instead of at its scheduled time. Returns false
 * under the same conditions as `insertEmail` returns null.
 */
export async function setWaiting(tx: Db, email_id: number, email: Email & { isDue: boolean }, cause: Cause): Promise<boolean> {
  if (!(await takeFromBudget(tx, email, cause))) return false
  const { to_address, to_name, subject, html, text, isDue } = email
  const now = sql`now()`
  await tx
    .update(email_outbox)
    .set({ to_address, to_name: asHeader(to_name ?? ''), subject: asHeader(subject), html, text, ...(isDue && { send_after: now, due_since: now }) })
    .where(eq(email_outbox.email_id, email_id))
  return true
}

/** Delays an email that hasn't been attempted yet to this long after it was queued, if that's later than its scheduled time. */
export async function postponeWaiting(db: Db, waiting: HeldEmail, seconds: number): Promise<void> {
  const delayedUntil = sql`created_at + make_interval(secs => ${seconds})`
  await db
    .update(email_outbox)
    .set({ send_after: delayedUntil, due_since: delayedUntil, give_up_at: sql`give_up_at + (${delayedUntil} - send_after)` })
    .where(and(isWaiting(waiting), eq(email_outbox.tries, 0), sql`send_after < ${delayedUntil}`))
}

function isWaiting({ user_session_id, purpose }: HeldEmail) {
  return and(
    eq(email_outbox.user_session_id, user_session_id),
    eq(email_outbox.purpose, purpose),
    eq(email_outbox.state, 'queued'),
    sql`coalesce(leased_until < clock_timestamp(), true)`,
  )
}
