import type { Db } from '#server/db/connect.ts'
import { withdrawEmailsTo } from '#server/mail/store.ts'
import { moveReplyDateBack } from './reply-date-store.ts'

/** Withdraws unsent emails about an application to addresses that aren't its own anymore. A reply date that one of them had moved is restored. */
export async function withdrawFrom(tx: Db, written: Parameters<typeof withdrawEmailsTo>[1]): Promise<void> {
  await moveReplyDateBack(tx, await withdrawEmailsTo(tx, written))
}
