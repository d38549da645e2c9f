import { sql } from 'drizzle-orm'
import type { SealReason } from '#contract/packet/format.ts'
import type { Db } from '#server/db/connect.ts'

/** Even the longest packet takes only seconds. After failures, the next attempt waits longer, up to an hour. */
const [LEASE_SECONDS, LONGEST_SECONDS] = [60, 3600]

export type DueSeal = { because: SealReason; status_change_id: number | null }

/** Returns why this application's packet needs to be sealed; null if it doesn't. */
export async function findDue(tx: Db, user_session_id: number): Promise<DueSeal | null> {
  const { rows } = await tx.execute<DueSeal>(sql`select because, status_change_id from packet_due where user_session_id = ${user_session_id}`)
  return rows[0] ?? null
}

/** `due_at` is the value this claim set, to the microsecond. */
export type Claim = { user_session_id: number; due_at: string }

/** Claims the application that has been pending longest; no one else can claim it until `due_at`. */
export async function claimDue(db: Db): Promise<Claim | null> {
  const { rows } = await db.execute<Claim>(sql`
    update packet_due set tries = tries + 1, due_at = now() + make_interval(secs => least(${LONGEST_SECONDS}::int, ${LEASE_SECONDS}::int * 2 ^ least(tries, 10)))
    where user_session_id = (select user_session_id from packet_due where due_at <= now() order by due_at limit 1 for no key update skip locked)
    returning user_session_id, due_at::text as due_at`)
  return rows[0] ?? null
}

/** Deletes the row, unless sealing was requested again after the claim. */
export async function deleteDue(db: Db, { user_session_id, due_at }: Claim): Promise<void> {
  await db.execute(sql`delete from packet_due where user_session_id = ${user_session_id} and due_at = ${due_at}::timestamptz`)
}
