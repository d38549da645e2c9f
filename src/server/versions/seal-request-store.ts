import { sql, type SQL } from 'drizzle-orm'
import type { SealedBecause } from '#contract/packet/format.ts'
import type { Db } from '#server/db/connect.ts'

export type SealRequest = { user_session_id: number; because: SealedBecause; status_change_id: number | SQL<number> | null }

/** Schedules the decision to be sealed after the transaction ends. Several requests before that produce a single edition. */
export async function requestSeal(tx: Db, wanted: SealRequest): Promise<void> {
  await tx.execute(wantingSeal(wanted))
}

/** The same, as part of another statement. */
export function wantingSeal({ user_session_id, because, status_change_id }: SealRequest): SQL {
  return sql`
    insert into packet_due (user_session_id, because, status_change_id) values (${user_session_id}, ${because}, ${status_change_id})
    on conflict (user_session_id) do update set due_at = now(), tries = 0, status_change_id = excluded.status_change_id`
}

/** Cancels sealing of a decision that was undone first. */
export async function dropSeal(tx: Db, status_change_id: number): Promise<void> {
  await tx.execute(sql`delete from packet_due where status_change_id = ${status_change_id}`)
}

/** Marks the editions that sealed a decision as undone, and returns them. */
export async function setEditionsUndone(tx: Db, status_change_id: number): Promise<{ edition: number; manifest_sha256: string }[]> {
  const { rows } = await tx.execute<{ edition: number; manifest_sha256: string }>(sql`
    update packet_edition set undone_at = now() where status_change_id = ${status_change_id} and undone_at is null
    returning edition, manifest_sha256`)
  return rows
}
