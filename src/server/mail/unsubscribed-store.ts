import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { unsubscribed } from '#server/db/tables.ts'
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
