import { recordAudit } from '#server/audit/record-audit.ts'
import { endSessionsOf, findAccount } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { releaseSubject } from './sso-store.ts'

/** Ends the address's sessions and unbinds it, so another account at the provider can use it. Returns false if it wasn't bound. */
export async function unlinkSso(db: Db, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await releaseSubject(tx, email))) return false
    const { staff_account_id } = (await findAccount(tx, email))!
    const ended = await endSessionsOf(tx, staff_account_id)
    await recordAudit(tx, { actor: null, action: 'staff.sso-unlinked', subject_kind: 'account', subject_id: staff_account_id, facts: { ended } })
    return true
  })
}
