import { and, asc, eq, sql } from 'drizzle-orm'
import type { FeedbackGroup } from '#contract/feedback.ts'
import type { Db } from '#server/db/connect.ts'
import { interview_feedback_detail, interview_header, interview_type, interviewer_feedback_question, user_session } from '#server/db/tables.ts'
import type { Scope } from '#server/http/caller.ts'
import { visible } from '#server/people/visible.ts'

const header = {
  interview_header_id: interview_header.interview_header_id,
  user_session_id: interview_header.user_session_id,
  ref_interview_id: interview_header.ref_interview_id,
  ref_interviewer_id: interview_header.ref_interviewer_id,
  interview_datetime_utc: interview_header.interview_datetime_utc,
  submitted_at: interview_header.submitted_at,
  edited_at: interview_header.edited_at,
}

/** A submitted application; held, so that its status cannot change under what is written about it. */
export async function holdCandidate(tx: Db, user_session_id: number, scope: Scope) {
  const [candidate] = await tx
    .select({ user_session_id: user_session.user_session_id, ref_application_status_id: user_session.ref_application_status_id })
    .from(user_session)
    .where(and(eq(user_session.user_session_id, user_session_id), visible(scope)))
    .for('share')
  return candidate ?? null
}

export async function hasInterview(db: Db, ref_interview_id: number): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(interview_type)
    .where(eq(interview_type.ref_interview_id, ref_interview_id))
  return rows.length > 0
}

export function listQuestions(db: Db, ref_interview_role_id: number) {
  return db
    .select({
      if_interviewer_role_feedback_question_id: interviewer_feedback_question.if_interviewer_role_feedback_question_id,
      ref_interview_role_id: interviewer_feedback_question.ref_interview_role_id,
      interview_feedback_question: interviewer_feedback_question.interview_feedback_question,
    })
    .from(interviewer_feedback_question)
    .where(eq(interviewer_feedback_question.ref_interview_role_id, ref_interview_role_id))
    .orderBy(asc(interviewer_feedback_question.sort_order), asc(interviewer_feedback_question.if_interviewer_role_feedback_question_id))
}

export type Triple = { user_session_id: number; ref_interview_id: number; ref_interviewer_id: number }

/** Nothing when there is one already, even one that another window makes at this moment. */
export async function insertHeader(tx: Db, row: Triple & { interview_datetime_utc: string }) {
  const [made] = await tx.insert(interview_header).values(row).onConflictDoNothing().returning(header)
  return made ?? null
}

export async function findHeader(db: Db, { user_session_id, ref_interview_id, ref_interviewer_id }: Triple) {
  const [row] = await db
    .select(header)
    .from(interview_header)
    .innerJoin(user_session, eq(user_session.user_session_id, interview_header.user_session_id))
    .where(
      and(
        eq(interview_header.user_session_id, user_session_id),
        eq(interview_header.ref_interview_id, ref_interview_id),
        eq(interview_header.ref_interviewer_id, ref_interviewer_id),
        visible('everyone'),
      ),
    )
  return row ?? null
}

const isOwn = (interview_header_id: number, ref_interviewer_id: number) =>
  and(eq(interview_header.interview_header_id, interview_header_id), eq(interview_header.ref_interviewer_id, ref_interviewer_id))

export async function findOwnHeader(db: Db, interview_header_id: number, ref_interviewer_id: number) {
  const [row] = await db
    .select(header)
    .from(interview_header)
    .innerJoin(user_session, eq(user_session.user_session_id, interview_header.user_session_id))
    .where(and(isOwn(interview_header_id, ref_interviewer_id), visible('everyone')))
  return row ?? null
}

/** Two windows that save into one header follow each other. */
export async function lockOwnHeader(tx: Db, interview_header_id: number, ref_interviewer_id: number) {
  const [row] = await tx.select(header).from(interview_header).where(isOwn(interview_header_id, ref_interviewer_id)).for('update')
  return row ?? null
}

export function listDetails(db: Db, if_interview_header_id: number) {
  return db
    .select()
    .from(interview_feedback_detail)
    .where(eq(interview_feedback_detail.if_interview_header_id, if_interview_header_id))
    .orderBy(asc(interview_feedback_detail.if_interviewer_role_feedback_question_id))
}

type Detail = typeof interview_feedback_detail.$inferInsert

export async function setDetails(tx: Db, rows: Detail[]): Promise<void> {
  await tx
    .insert(interview_feedback_detail)
    .values(rows)
    .onConflictDoUpdate({
      target: [interview_feedback_detail.if_interview_header_id, interview_feedback_detail.if_interviewer_role_feedback_question_id],
      set: { interviewer_feedback: sql`excluded.interviewer_feedback`, row_created_user_id: sql`excluded.row_created_user_id`, modified_at: sql`now()` },
    })
}

export async function setSubmitted(tx: Db, interview_header_id: number) {
  const [row] = await tx
    .update(interview_header)
    .set({ submitted_at: sql`now()` })
    .where(eq(interview_header.interview_header_id, interview_header_id))
    .returning(header)
  return row!
}

export async function setEdited(tx: Db, interview_header_id: number) {
  const [row] = await tx
    .update(interview_header)
    .set({ edited_at: sql`now()` })
    .where(eq(interview_header.interview_header_id, interview_header_id))
    .returning(header)
  return row!
}

/** Every header with something saved in it, by interview, then by when it was held. */
export async function listFullFeedback(db: Db, user_session_id: number): Promise<FeedbackGroup[]> {
  const { rows } = await db.execute<FeedbackGroup>(sql`
    select h.interview_header_id, t.interview_name, i.interviewer_name, h.interview_datetime_utc, h.submitted_at, h.edited_at,
      json_agg(json_build_object(
        'if_interview_feedback_detail_id', d.if_interview_feedback_detail_id,
        'interview_feedback_question', q.interview_feedback_question,
        'interviewer_feedback', d.interviewer_feedback,
        'modified_at', d.modified_at) order by q.sort_order, q.if_interviewer_role_feedback_question_id) as feedback
    from interview_header h
    join interview_type t using (ref_interview_id)
    join interviewer i using (ref_interviewer_id)
    join interview_feedback_detail d on d.if_interview_header_id = h.interview_header_id
    join interviewer_feedback_question q using (if_interviewer_role_feedback_question_id)
    where h.user_session_id = ${user_session_id}
    group by h.interview_header_id, t.interview_name, i.interviewer_name
    order by t.interview_name, h.interview_datetime_utc, h.interview_header_id`)
  return rows.map((row) => ({
    ...row,
    interview_datetime_utc: instantOf(row.interview_datetime_utc),
    submitted_at: row.submitted_at && instantOf(row.submitted_at),
    edited_at: row.edited_at && instantOf(row.edited_at),
    feedback: row.feedback.map((one) => ({ ...one, modified_at: instantOf(one.modified_at) })),
  }))
}

/** What a statement of our own returns is not led through the columns' types. */
function instantOf(moment: string): string {
  return new Date(moment).toISOString()
}
