import { sql, type SQL } from 'drizzle-orm'
import type { SealReason } from '#contract/packet/format.ts'
import type { Db } from '#server/db/connect.ts'

export type SealRequest = { user_session_id: number; because: SealReason; status_change_id: number | null }

/** Schedules the decision to be sealed after the transaction ends. Several requests before that produce a single edition. */
export async function requestSeal(tx: Db, { user_session_id, because, status_change_id }: SealRequest): Promise<void> {
  const decision = sql`(select ${user_session_id}::int as user_session_id, ${status_change_id}::int as status_change_id) as decision`
  await tx.execute(requestSealsFrom(because, decision))
}

/** The same, as part of another statement, for the decisions in `from`. */
export function requestSealsFrom(because: SealReason, from: SQL): SQL {
  return sql`
    insert into packet_due (user_session_id, because, status_change_id) select user_session_id, ${because}::text, status_change_id from ${from}
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
