import { sql } from 'drizzle-orm'
import type { StoredFile } from '#server/files/read-intact.ts'
import type { Db } from '#server/db/connect.ts'

/** An application whose texts have changed since they were indexed. */
export type QueuedText = { user_session_id: number; wanted: number; resume_id: number | null; resume_text: string }

const LEASE = sql`interval '10 minutes'`

/** Claims the next applications in the queue, newest first, and leases them to this process. */
export async function claimQueued(db: Db, most: number): Promise<QueuedText[]> {
  const { rows } = await db.execute<QueuedText>(sql`
    update applicant_text t set leased_until = now() + ${LEASE}
    from (select user_session_id from applicant_text where written <> wanted and (leased_until is null or leased_until < now())
      order by user_session_id desc nulls last limit ${most} for no key update skip locked) next
    where t.user_session_id = next.user_session_id
    returning t.user_session_id, t.wanted, t.resume_id, t.resume_text`)
  return rows
}

/** Returns unprocessed applications to the queue. */
export async function releaseQueued(db: Db, user_session_ids: number[]): Promise<void> {
  await db.execute(sql`update applicant_text set leased_until = null where user_session_id = any(${sql.param(user_session_ids)}::int[])`)
}

export async function listCurrentResumes(db: Db, user_session_ids: number[]) {
  const { rows } = await db.execute<StoredFile & { user_session_id: number; resume_id: number }>(sql`
    select user_session_id, resume_id, storage_key, sha256, size_bytes from resume
    where user_session_id = any(${sql.param(user_session_ids)}::int[]) and replaced_at is null`)
  return rows
}

type Content = { user_session_id: number; wanted: number; resume_id: number | null; resume_text: string; words: string[]; blind_words: string[] }

/** Saves the searchable text for revision `wanted`. A row erased since then stays deleted. */
export async function setText(db: Db, { user_session_id, wanted, resume_id, resume_text, words, blind_words }: Content): Promise<void> {
  await db.execute(sql`
    update applicant_text set resume_id = ${resume_id}, resume_text = ${resume_text}, written = ${wanted}, leased_until = null,
      words = array_to_tsvector(${sql.param(words)}::text[]), blind_words = array_to_tsvector(${sql.param(blind_words)}::text[])
    where user_session_id = ${user_session_id}`)
}

export async function listResumeTexts(db: Db, user_session_ids: number[]): Promise<Map<number, string>> {
  const { rows } = await db.execute<{ user_session_id: number; resume_text: string }>(sql`
    select user_session_id, resume_text from applicant_text where user_session_id = any(${sql.param(user_session_ids)}::int[]) and resume_text <> ''`)
  return new Map(rows.map((row) => [row.user_session_id, row.resume_text]))
}

/** Whether search results may be incomplete because a change hasn't been indexed yet. */
export async function isSearchBehind(db: Db): Promise<boolean> {
  // Sorted so that PostgreSQL uses the index: it assumes that most rows match, and would otherwise scan the table.
  const { rows } = await db.execute(sql`select 1 from applicant_text where written <> wanted order by user_session_id desc nulls last limit 1`)
  return rows.length > 0
}
