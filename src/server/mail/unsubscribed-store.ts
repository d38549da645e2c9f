import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { email_outbox, unsubscribed } from '#server/db/tables.ts'
import type { Kind, Subscription } from './unsubscribe.ts'

/** Returns the addresses that have unsubscribed from this kind of email. */
export async function listUnsubscribed(db: Db, kind: Kind): Promise<Set<string>> {
  const rows = await db.select({ email: unsubscribed.email }).from(unsubscribed).where(eq(unsubscribed.kind, kind))
  return new Set(rows.map(({ email }) => email))
}

/** Returns false and changes nothing if they had already unsubscribed. */
export async function insertUnsubscribed(tx: Db, subscription: Subscription): Promise<boolean> {
  return (await tx.insert(unsubscribed).values(subscription).onConflictDoNothing().returning()).length > 0
}

type UnsubscribeQuery = { kind: Kind; emails: string[] }
const isAnyOf = ({ kind, emails }: UnsubscribeQuery) => and(eq(unsubscribed.kind, kind), inArray(unsubscribed.email, emails))

export async function isUnsubscribed(db: Db, anyOf: UnsubscribeQuery): Promise<boolean> {
  return (await db.$count(unsubscribed, isAnyOf(anyOf))) > 0
}

/** Only the recipient can undo it. */
export async function deleteUnsubscribed(tx: Db, anyOf: UnsubscribeQuery): Promise<void> {
  await tx.delete(unsubscribed).where(isAnyOf(anyOf))
}

/** Withdraws emails with one of these unsubscribe links that haven't been sent; one that's being sent right now isn't retried. */
export async function withdrawUnsubscribed(tx: Db, urls: string[]): Promise<void> {
  await tx
    .update(email_outbox)
    .set({ state: 'withdrawn' })
    .where(and(inArray(email_outbox.unsubscribe_url, urls), inArray(email_outbox.state, ['queued', 'failed'])))
}
