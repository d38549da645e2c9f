import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import { LATE_AFTER_HOURS, type FeedbackGroup, type OwnInterview } from '#contract/feedback.ts'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { Db } from '#server/db/connect.ts'
import { function_role, interview_feedback_detail, interview_header, interview_type, interviewer_feedback_question, user_session } from '#server/db/tables.ts'
import type { Scope } from '#server/http/caller.ts'
import { NAME } from '#server/people/identity.ts'
import { visible } from '#server/people/visible.ts'

const TAKES_FEEDBACK = sql`${sql.param(statusesWhere((meaning) => meaning.takesFeedback))}::int[]`

/**
 * Null while feedback is open; otherwise the deadline for finishing it, counted from when the candidate left the panel stage. Undoing that clears it.
 */
const writableUntil = sql`(
  select case when u.ref_application_status_id = any(${TAKES_FEEDBACK}) then null else
    coalesce((select max(c.changed_at) from status_change c where c.user_session_id = u.user_session_id and c.undone_at is null
      and c.from_status_id = any(${TAKES_FEEDBACK})), u.status_changed_at) + make_interval(hours => ${LATE_AFTER_HOURS}) end
  from user_session u where u.user_session_id = interview_header.user_session_id)`

const header = {
  interview_header_id: interview_header.interview_header_id,
  user_session_id: interview_header.user_session_id,
  ref_interview_id: interview_header.ref_interview_id,
  ref_interviewer_id: interview_header.ref_interviewer_id,
  interview_datetime_utc: interview_header.interview_datetime_utc,
  submitted_at: interview_header.submitted_at,
  edited_at: interview_header.edited_at,
  late: interview_header.late,
  time_confirmed: interview_header.time_confirmed,
  writable_until: writableUntil.mapWith(instantOf) as SQL<string | null>,
}

/** Locks a submitted application, so its status can't change while something about it is being saved. */
export async function lockCandidate(tx: Db, user_session_id: number, scope: Scope) {
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

export type HeaderKey = { user_session_id: number; ref_interview_id: number; ref_interviewer_id: number }

/** Does nothing if there's already one, even if another window is just creating it. */
export async function insertHeader(tx: Db, row: HeaderKey & { interview_datetime_utc: string; time_confirmed: boolean }) {
  const [made] = await tx.insert(interview_header).values(row).onConflictDoNothing().returning(header)
  return made ?? null
}

export async function findHeader(db: Db, { user_session_id, ref_interview_id, ref_interviewer_id }: HeaderKey) {
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

/** Serializes saves under the same header from different windows. */
export async function lockOwnHeader(tx: Db, interview_header_id: number, ref_interviewer_id: number) {
  const [row] = await tx.select(header).from(interview_header).where(isOwn(interview_header_id, ref_interviewer_id)).for('no key update')
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

/** Returns whether a candidate who has left the panel stage did so less than 72 hours ago. */
export async function isWithinLateWindow(tx: Db, interview_header_id: number): Promise<boolean> {
  const rows = await tx
    .select({ one: sql`1` })
    .from(interview_header)
    .where(and(eq(interview_header.interview_header_id, interview_header_id), sql`${writableUntil} > now()`))
  return rows.length > 0
}

type Change = Partial<Record<'submitted_at' | 'edited_at', SQL>> & { late?: true; interview_datetime_utc?: string; time_confirmed?: true }

export async function setHeader(tx: Db, interview_header_id: number, change: Change) {
  const [row] = await tx.update(interview_header).set(change).where(eq(interview_header.interview_header_id, interview_header_id)).returning(header)
  return row!
}

export const NOW = sql`now()`

/** Lists an interviewer's feedback headers for applicants they can see, latest first. */
export async function listHeadersOf(db: Db, ref_interviewer_id: number): Promise<OwnInterview[]> {
  return db
    .select({
      ...header,
      interview_name: interview_type.interview_name,
      ...NAME,
      function_role_name: function_role.function_role_name,
    })
    .from(interview_header)
    .innerJoin(interview_type, eq(interview_type.ref_interview_id, interview_header.ref_interview_id))
    .innerJoin(user_session, eq(user_session.user_session_id, interview_header.user_session_id))
    .innerJoin(function_role, eq(function_role.ref_function_role_id, user_session.ref_function_role_id))
    .where(and(eq(interview_header.ref_interviewer_id, ref_interviewer_id), visible('everyone')))
    .orderBy(desc(interview_header.interview_datetime_utc), desc(interview_header.interview_header_id))
}

/** Lists every header with saved content, by interview and then by time. */
export async function listFullFeedback(db: Db, user_session_id: number): Promise<FeedbackGroup[]> {
  const { rows } = await db.execute<FeedbackGroup>(sql`
    select h.interview_header_id, t.interview_name, i.interviewer_name, h.interview_datetime_utc, h.submitted_at, h.edited_at, h.late, h.time_confirmed,
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

/** Raw SQL bypasses the columns' type conversion. */
function instantOf(moment: string): string {
  return new Date(moment).toISOString()
}
