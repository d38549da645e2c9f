import type { SessionKey } from './bearer.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { Caller, StaffCaller } from '#server/http/caller.ts'
import { canonicalAddress } from './address.ts'
import { spendCodesOf } from './code-store.ts'
import { endSession, endSessionsOf, lockAccountOf } from './store.ts'

/** Ends one session: the server no longer accepts its token. */
export async function logOut(db: Db, caller: StaffCaller, session: SessionKey): Promise<void> {
  await db.transaction(async (tx) => {
    await endSession(tx, session)
    await recordAudit(tx, { actor: caller, action: 'session.ended', subject_kind: 'account', subject_id: caller.staff_account_id })
  })
}

/**
 * Ends every session of an address, and spends any code that was emailed to it. Returns how many sessions ended; `by` is null for the command line.
 */
export async function revokeSessions(db: Db, address: string, by: Caller | null = null): Promise<number> {
  const email = canonicalAddress(address)
  if (!email) return 0
  return db.transaction(async (tx) => {
    const staff_account_id = await lockAccountOf(tx, email)
    await spendCodesOf(tx, email)
    if (staff_account_id === null) return 0
    const ended = await endSessionsOf(tx, staff_account_id)
    await recordAudit(tx, { actor: by, action: 'session.revoked', subject_kind: 'account', subject_id: staff_account_id, facts: { ended } })
    return ended
  })
}
