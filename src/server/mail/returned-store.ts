import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { email_outbox, function_role, staff_account } from '#server/db/tables.ts'

export type ReturnedEmail = Pick<
  typeof email_outbox.$inferSelect,
  'email_id' | 'purpose' | 'user_session_id' | 'ref_application_status_id' | 'to_address' | 'unsubscribe_url'
>

/** Returns which application the email with one of these Message-IDs is about; null if it's about none. */
export async function findReturned(tx: Db, message_ids: string[]): Promise<Pick<ReturnedEmail, 'user_session_id'>> {
  const { user_session_id, message_id } = email_outbox
  const [row] = await tx.select({ user_session_id }).from(email_outbox).where(inArray(message_id, message_ids)).limit(1)
  return row ?? { user_session_id: null }
}

/** Locks the email that a mail server accepted under one of these Message-IDs; null if there's none, or it already failed or was withdrawn. */
export async function lockReturned(tx: Db, message_ids: string[]): Promise<ReturnedEmail | null> {
  const { email_id, purpose, user_session_id, ref_application_status_id, to_address, unsubscribe_url } = email_outbox
  const [row] = await tx
    .select({ email_id, purpose, user_session_id, ref_application_status_id, to_address, unsubscribe_url })
    .from(email_outbox)
    .where(and(inArray(email_outbox.message_id, message_ids), inArray(email_outbox.state, ['sent', 'queued']), sql`tries > 0`))
    .for('no key update')
    .limit(1)
  return row ?? null
}

/** Records that an email came back. `isDead` stops further emails to its address until `allowAddress`. */
export async function setReturned(tx: Db, email_id: number, { last_error, isDead }: { last_error: string; isDead: boolean }): Promise<void> {
  const set = { state: 'failed' as const, leased_until: null, last_error, ...(isDead && { dead_since: sql`now()` }) }
  await tx.update(email_outbox).set(set).where(eq(email_outbox.email_id, email_id))
}

/** Records that the recipient reported a delivered email as spam, which stops further emails to its address until `allowAddress`. */
export async function setReported(tx: Db, email_id: number, last_error: string): Promise<void> {
  await tx
    .update(email_outbox)
    .set({ last_error, dead_since: sql`now()` })
    .where(eq(email_outbox.email_id, email_id))
}

/** Whether someone with this address has signed in as staff or leads a role; only then can it get the morning emails. */
export async function isStaffAddress(db: Db, address: string): Promise<boolean> {
  const [accounts, roles] = [
    await db.$count(staff_account, sql`lower(${staff_account.email}) = lower(${address})`),
    await db.$count(function_role, sql`lower(${function_role.hiring_lead_email}) = lower(${address})`),
  ]
  return accounts + roles > 0
}

/** Resumes sending to this address; returns false if sending wasn't stopped. */
export async function allowAddress(tx: Db, address: string): Promise<boolean> {
  const isThis = and(isNotNull(email_outbox.dead_since), sql`lower(${email_outbox.to_address}) = lower(${address})`)
  return (await tx.update(email_outbox).set({ dead_since: null }).where(isThis).returning({ email_id: email_outbox.email_id })).length > 0
}

/** Counts the addresses that no emails are sent to because one came back or was reported as spam. */
export async function countDeadAddresses(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(distinct lower(to_address))::int as count from email_outbox where dead_since is not null`,
  )
  return rows[0]!.count
}
