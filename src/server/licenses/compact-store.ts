import { eq } from 'drizzle-orm'
import type { Membership } from '#contract/licenses/compacts.ts'
import type { Db } from '#server/db/connect.ts'
import { compact_change, staff_account } from '#server/db/tables.ts'

type CompactChange = Omit<Membership, 'isUnconfirmed' | 'since'> & { since: string; reason: string; added_by: number }

export async function insertCompactChange(tx: Db, change: CompactChange): Promise<void> {
  await tx.insert(compact_change).values(change)
}

/** Returns the rows that owners added, oldest first, with who added each and why. */
export async function listCompactChanges(db: Db) {
  const { place, compact, standing, since, until, source, seen_on, reason } = compact_change
  const rows = await db
    .select({ place, compact, standing, since, until, source, seen_on, reason, added_by: staff_account.email })
    .from(compact_change)
    .leftJoin(staff_account, eq(staff_account.staff_account_id, compact_change.added_by))
    .orderBy(compact_change.compact_change_id)
  return rows as (Membership & { reason: string; added_by: string | null })[]
}
