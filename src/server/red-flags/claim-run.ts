import { lockStaffAccount } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { rationaleBusy } from '#server/rationale/rationale-errors.ts'
import type { Row } from './decision-store.ts'
import { countRuns, deleteRun, insertRun, removeEndedRuns } from './run-store.ts'

const MAX_PER_PERSON = 2

/**
 * Allows one running draft per row and two per person, across all processes; returns a function that ends the run. Rejects with `rationaleBusy`.
 * Tracked in the database, because separate counts in two processes would allow twice as many.
 */
export async function claimRun(db: Db, row: Row, staff_account_id: number): Promise<() => Promise<void>> {
  const rationale_run_id = await db.transaction(async (tx) => {
    await lockStaffAccount(tx, staff_account_id)
    await removeEndedRuns(tx, staff_account_id)
    if ((await countRuns(tx, staff_account_id)) >= MAX_PER_PERSON)
      throw rationaleBusy('You already have two rationales being generated. Wait for one to finish.')
    const claimed = await insertRun(tx, row, staff_account_id)
    if (claimed === null) throw rationaleBusy('A rationale for this row is already being generated.')
    return claimed
  })
  return () => deleteRun(db, rationale_run_id)
}
