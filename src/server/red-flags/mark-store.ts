import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { interview_feedback_detail, interview_header, red_flag_mark, staff_account, user_session } from '#server/db/tables.ts'
import type { Scope } from '#server/http/caller.ts'
import { visible } from '#server/people/visible.ts'
import type { Example } from '#server/rationale/generator.ts'

const mark = {
  red_flag_mark_id: red_flag_mark.red_flag_mark_id,
  fgl_ref_red_flag_id: red_flag_mark.fgl_ref_red_flag_id,
  if_interview_feedback_detail_id: red_flag_mark.if_interview_feedback_detail_id,
  quote: red_flag_mark.quote,
  stance: red_flag_mark.stance,
  marked_at: red_flag_mark.marked_at,
  marked_by_email: staff_account.email,
}

function selectMarks(db: Db, scope: Scope) {
  return db
    .select(mark)
    .from(red_flag_mark)
    .innerJoin(staff_account, eq(staff_account.staff_account_id, red_flag_mark.marked_by))
    .innerJoin(user_session, and(eq(user_session.user_session_id, red_flag_mark.user_session_id), visible(scope)))
    .$dynamic()
}

export function listMarks(db: Db, user_session_id: number, scope: Scope) {
  return selectMarks(db, scope).where(eq(red_flag_mark.user_session_id, user_session_id)).orderBy(asc(red_flag_mark.red_flag_mark_id))
}

export async function findMark(db: Db, red_flag_mark_id: number, scope: Scope) {
  const [row] = await selectMarks(db, scope).where(eq(red_flag_mark.red_flag_mark_id, red_flag_mark_id))
  return row ?? null
}

/** Returns the applicant whose feedback is marked; null for an unknown mark. */
export async function findMarkedId(db: Db, red_flag_mark_id: number, scope: Scope): Promise<number | null> {
  const [row] = await db
    .select({ user_session_id: red_flag_mark.user_session_id })
    .from(red_flag_mark)
    .innerJoin(user_session, and(eq(user_session.user_session_id, red_flag_mark.user_session_id), visible(scope)))
    .where(eq(red_flag_mark.red_flag_mark_id, red_flag_mark_id))
  return row?.user_session_id ?? null
}

/** More would slow down every draft, because each mark is compared with every sentence. */
const MAX_EXAMPLES = 300

/** Lists a red flag's latest marks on any applicant's feedback. They're never sent to a model. */
export function listExamples(db: Db, fgl_ref_red_flag_id: number): Promise<Example[]> {
  return db
    .select({ text: red_flag_mark.quote, stance: red_flag_mark.stance })
    .from(red_flag_mark)
    .innerJoin(user_session, and(eq(user_session.user_session_id, red_flag_mark.user_session_id), visible('everyone')))
    .where(eq(red_flag_mark.fgl_ref_red_flag_id, fgl_ref_red_flag_id))
    .orderBy(desc(red_flag_mark.red_flag_mark_id))
    .limit(MAX_EXAMPLES)
}

/** Returns an answer about this applicant; null if it's about someone else. */
export async function findAnswer(db: Db, if_interview_feedback_detail_id: number, user_session_id: number) {
  const [row] = await db
    .select({ interviewer_feedback: interview_feedback_detail.interviewer_feedback })
    .from(interview_feedback_detail)
    .innerJoin(interview_header, eq(interview_header.interview_header_id, interview_feedback_detail.if_interview_header_id))
    .where(
      and(
        eq(interview_feedback_detail.if_interview_feedback_detail_id, if_interview_feedback_detail_id),
        eq(interview_header.user_session_id, user_session_id),
      ),
    )
  return row ?? null
}

/** A second mark on the same words replaces the first; the caller holds the red flag's lock. */
export async function putMark(tx: Db, row: typeof red_flag_mark.$inferInsert): Promise<number> {
  const [changed] = await tx
    .update(red_flag_mark)
    .set({ stance: row.stance, marked_by: row.marked_by, marked_at: sql`now()` })
    .where(isSame(row))
    .returning({ id: red_flag_mark.red_flag_mark_id })
  if (changed) return changed.id
  const [put] = await tx.insert(red_flag_mark).values(row).returning({ id: red_flag_mark.red_flag_mark_id })
  return put!.id
}

/** Locks the existing mark on the same words. */
export async function lockMark(tx: Db, row: typeof red_flag_mark.$inferInsert) {
  const [found] = await tx.select().from(red_flag_mark).where(isSame(row)).for('no key update')
  return found ?? null
}

const isSame = (row: typeof red_flag_mark.$inferInsert) =>
  and(
    eq(red_flag_mark.fgl_ref_red_flag_id, row.fgl_ref_red_flag_id),
    eq(red_flag_mark.if_interview_feedback_detail_id, row.if_interview_feedback_detail_id),
    eq(red_flag_mark.quote, row.quote),
  )

/** Returns the deleted mark. */
export async function deleteMark(tx: Db, red_flag_mark_id: number) {
  const [was] = await tx.delete(red_flag_mark).where(eq(red_flag_mark.red_flag_mark_id, red_flag_mark_id)).returning()
  return was ?? null
}
