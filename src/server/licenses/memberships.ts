import { MEMBERSHIPS, type Membership } from '#contract/licenses/compacts.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import type { addCompact as addCompactCall, listCompacts as listCompactsCall } from '#contract/licenses/law-and-lists.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import { fieldError } from '#server/http/changes.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import type { Services } from '#server/services.ts'
import { insertCompactChange, listCompactChanges } from './compact-store.ts'

export async function listMemberships(db: Db): Promise<Output<typeof listCompactsCall>> {
  const ownerRows = await listCompactChanges(db)
  return [...MEMBERSHIPS.map((membership) => present(membership, true)), ...ownerRows.map((row) => present(row, false))]
}

function present({ isUnconfirmed = false, ...membership }: Membership & { added_by?: string | null; reason?: string }, is_built_in: boolean) {
  return { ...membership, is_built_in, is_unconfirmed: isUnconfirmed }
}

/** Adds a membership that applies to everyone from its date on. Throws 422 if it ends before it begins. */
export async function addMembership({ db }: Pick<Services, 'db'>, caller: StaffCaller, given: Input<typeof addCompactCall>) {
  const { reason, until = null, ...facts } = given
  if (until !== null && until < given.since) throw fieldError(422, 'until', 'The end is before the start.')
  const membership = { ...facts, until }
  await db.transaction(async (tx) => {
    await insertCompactChange(tx, { ...membership, reason, added_by: caller.staff_account_id })
    await recordAudit(tx, { actor: caller, action: 'license.compact-changed', subject_kind: 'compact', facts: { ...membership }, personal: { reason } })
  })
  return present({ ...membership, reason, added_by: caller.email }, false)
}
