import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { report_mailbox } from '#server/db/tables.ts'

/** How long a process may read before another assumes it crashed and takes over, and the pause between rounds. */
const [LEASE_MINUTES, PAUSE_MINUTES] = [10, 5]

export type MailboxPosition = Omit<typeof report_mailbox.$inferSelect, 'next_at' | 'read_at'>

/** Returns true for the one process that may read this mailbox now: no other is reading it, and the last round was a few minutes ago. */
export async function claimMailbox(db: Db, mailbox: string): Promise<boolean> {
  const next_at = sql`clock_timestamp() + make_interval(mins => ${LEASE_MINUTES})`
  const rows = await db
    .insert(report_mailbox)
    .values({ mailbox, next_at })
    .onConflictDoUpdate({ target: report_mailbox.mailbox, set: { next_at }, setWhere: sql`${report_mailbox.next_at} < clock_timestamp()` })
    .returning({ mailbox: report_mailbox.mailbox })
  return rows.length > 0
}

/** Returns where to continue. Under another UIDVALIDITY, all UIDs are new, and `first_uid` is the next one. */
export async function findPosition(
  db: Db,
  mailbox: string,
  { uid_validity, first_uid }: Pick<MailboxPosition, 'uid_validity' | 'first_uid'>,
): Promise<MailboxPosition> {
  await db.execute(sql`
    update report_mailbox set uid_validity = ${uid_validity}, first_uid = ${first_uid}, last_uid = 0
    where mailbox = ${mailbox} and uid_validity <> ${uid_validity}`)
  const [place] = await db
    .select({
      mailbox: report_mailbox.mailbox,
      uid_validity: report_mailbox.uid_validity,
      first_uid: report_mailbox.first_uid,
      last_uid: report_mailbox.last_uid,
    })
    .from(report_mailbox)
    .where(eq(report_mailbox.mailbox, mailbox))
  return place!
}

/** Marks every message up to this one as read; returns false if another process has already done so. */
export async function advance(tx: Db, { mailbox, uid_validity }: MailboxPosition, uid: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update report_mailbox set last_uid = ${uid}
    where mailbox = ${mailbox} and uid_validity = ${uid_validity} and last_uid < ${uid} returning 1`)
  return rows.length > 0
}

/** Ends a round; another process can begin the next one after a pause. */
export async function setRoundEnded(db: Db, mailbox: string, { isRead }: { isRead: boolean }): Promise<void> {
  const next_at = sql`clock_timestamp() + make_interval(mins => ${PAUSE_MINUTES})`
  await db
    .update(report_mailbox)
    .set({ next_at, ...(isRead && { read_at: sql`clock_timestamp()` }) })
    .where(eq(report_mailbox.mailbox, mailbox))
}

/** Returns how many minutes ago this mailbox was last fully read; null if never. */
export async function findMinutesSinceRead(db: Db, mailbox: string): Promise<number | null> {
  const { rows } = await db.execute<{ minutes: number | null }>(
    sql`select floor(extract(epoch from clock_timestamp() - read_at) / 60)::int as minutes from report_mailbox where mailbox = ${mailbox}`,
  )
  return rows[0]?.minutes ?? null
}
