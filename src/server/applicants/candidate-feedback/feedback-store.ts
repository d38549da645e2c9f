import { eq, sql } from 'drizzle-orm'
import type { CandidateFeedback } from '#contract/candidate/candidate-feedback.ts'
import type { Db } from '#server/db/connect.ts'
import { candidate_feedback } from '#server/db/tables.ts'

export type StoredFeedback = CandidateFeedback & { written_by: number | null }
const EMPTY: StoredFeedback = { feedback_text: null, written_by: null, written_by_email: null, written_at: null, reviewed_by_email: null, version: 0 }

export async function readFeedback(db: Db, user_session_id: number): Promise<StoredFeedback> {
  const { rows } = await db.execute<StoredFeedback>(sql`
    select f.feedback_text, f.written_by, w.email as written_by_email, f.written_at, r.email as reviewed_by_email, f.version
    from candidate_feedback f join staff_account w on w.staff_account_id = f.written_by left join staff_account r on r.staff_account_id = f.reviewed_by
    where f.user_session_id = ${user_session_id}`)
  const [row] = rows
  return row ? { ...row, written_at: new Date(row.written_at!).toISOString() } : EMPTY
}

export async function setFeedback(tx: Db, written: { user_session_id: number; feedback_text: string; written_by: number }): Promise<void> {
  const set = { ...written, written_at: sql`now()`, reviewed_by: null, reviewed_at: null }
  await tx
    .insert(candidate_feedback)
    .values(set)
    .onConflictDoUpdate({ target: candidate_feedback.user_session_id, set: { ...set, version: sql`candidate_feedback.version + 1` } })
}

export async function deleteFeedback(tx: Db, user_session_id: number): Promise<void> {
  await tx.delete(candidate_feedback).where(eq(candidate_feedback.user_session_id, user_session_id))
}

export async function setReviewed(tx: Db, user_session_id: number, reviewed_by: number): Promise<void> {
  await tx
    .update(candidate_feedback)
    .set({ reviewed_by, reviewed_at: sql`now()` })
    .where(eq(candidate_feedback.user_session_id, user_session_id))
}
