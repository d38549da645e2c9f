import { sql } from 'drizzle-orm'
import type { SealedBecause } from '#contract/packet/format.ts'
import type { Db } from '#server/db/connect.ts'

export type SealWanted = { user_session_id: number; because: SealedBecause; status_change_id: number | null }

/** Has the decision sealed once the transaction ends; several requests before that become one edition. */
export async function wantSeal(tx: Db, { user_session_id, because, status_change_id }: SealWanted): Promise<void> {
  await tx.execute(sql`
    insert into packet_due (user_session_id, because, status_change_id) values (${user_session_id}, ${because}, ${status_change_id})
    on conflict (user_session_id) do update set due_at = now(), tries = 0, status_change_id = excluded.status_change_id`)
}

/** The decision was undone before it was sealed. */
export async function dropSeal(tx: Db, status_change_id: number): Promise<void> {
  await tx.execute(sql`delete from packet_due where status_change_id = ${status_change_id}`)
}

/** The editions that sealed a decision, now marked as undone. */
export async function setEditionsUndone(tx: Db, status_change_id: number): Promise<{ edition: number; manifest_sha256: string }[]> {
  const { rows } = await tx.execute<{ edition: number; manifest_sha256: string }>(sql`
    update packet_edition set undone_at = now() where status_change_id = ${status_change_id} and undone_at is null
    returning edition, manifest_sha256`)
  return rows
}
