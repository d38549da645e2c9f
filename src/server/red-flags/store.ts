import { and, asc, eq, gte, inArray, sql, lt } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import {
  audit_trail,
  function_role,
  interview_feedback_detail,
  interview_header,
  interview_type,
  interviewer,
  interviewer_feedback_question,
  red_flag,
  staff_account,
  user_session,
  rationale_run,
} from '#server/db/tables.ts'
import type { Scope } from '#server/http/caller.ts'
import { visible } from '#server/people/visible.ts'
import type { Row } from './decision-store.ts'

const flag = {
  fgl_ref_red_flag_id: red_flag.fgl_ref_red_flag_id,
  red_flag_desc: red_flag.red_flag_desc,
  signal_words: red_flag.signal_words,
  version: red_flag.version,
  modified_at: red_flag.modified_at,
  modified_by_email: staff_account.email,
}

export function listRedFlags(db: Db) {
  return db
    .select(flag)
    .from(red_flag)
    .leftJoin(staff_account, eq(staff_account.staff_account_id, red_flag.modified_by))
    .orderBy(asc(red_flag.sort_order), asc(red_flag.fgl_ref_red_flag_id))
}

export async function findRedFlag(db: Db, fgl_ref_red_flag_id: number) {
  const [row] = await db
    .select(flag)
    .from(red_flag)
    .leftJoin(staff_account, eq(staff_account.staff_account_id, red_flag.modified_by))
    .where(eq(red_flag.fgl_ref_red_flag_id, fgl_ref_red_flag_id))
  return row ?? null
}

/** Serializes changes to the same red flag. */
export async function lockRedFlag(tx: Db, fgl_ref_red_flag_id: number) {
  await tx.select({ version: red_flag.version }).from(red_flag).where(eq(red_flag.fgl_ref_red_flag_id, fgl_ref_red_flag_id)).for('no key update')
  return findRedFlag(tx, fgl_ref_red_flag_id)
}

export type RedFlagChange = { red_flag_desc?: string | undefined; signal_words?: string[] | undefined }

export async function setRedFlag(tx: Db, fgl_ref_red_flag_id: number, change: RedFlagChange & { modified_by: number }): Promise<void> {
  await tx
    .update(red_flag)
    .set({ ...change, modified_at: sql`now()`, version: sql`version + 1` })
    .where(eq(red_flag.fgl_ref_red_flag_id, fgl_ref_red_flag_id))
}

export async function insertRedFlag(tx: Db, red_flag_desc: string, { signal_words, modified_by }: { signal_words: string[]; modified_by: number }) {
  const sort_order = sql`(select coalesce(max(sort_order), 0) + 1 from red_flag)`
  const [row] = await tx.insert(red_flag).values({ red_flag_desc, signal_words, modified_by, sort_order }).returning({ id: red_flag.fgl_ref_red_flag_id })
  return row!.id
}

/** Returns one applicant's switches; nothing if the applicant can't be shown. */
export async function findSwitches(db: Db, user_session_id: number, scope: Scope) {
  const [row] = await db
    .select({ generated_rationale_flag: function_role.generated_rationale_flag, rationale_opt_out_flag: user_session.rationale_opt_out_flag })
    .from(user_session)
    .innerJoin(function_role, eq(function_role.ref_function_role_id, user_session.ref_function_role_id))
    .where(and(eq(user_session.user_session_id, user_session_id), visible(scope)))
  return row ?? null
}

export async function setOptOut(tx: Db, user_session_id: number, rationale_opt_out_flag: boolean): Promise<void> {
  await tx.update(user_session).set({ rationale_opt_out_flag }).where(eq(user_session.user_session_id, user_session_id))
}

/** Returns the tokens used this calendar month (UTC), from the audit trail, which may have impossible counts from earlier versions. */
export async function countTokensOfMonth(db: Db): Promise<number> {
  const [row] = await db
    .select({ tokens: sql<number>`coalesce(sum(least(greatest((${audit_trail.facts} ->> 'tokens')::numeric, 0), 1e8)), 0)::float8` })
    .from(audit_trail)
    .where(and(gte(audit_trail.at, sql`date_trunc('month', now(), 'UTC')`), inArray(audit_trail.action, ['rationale.generated', 'rationale.failed'])))
  return row!.tokens
}

/** Lists everything interviewers wrote about this one applicant, in an order that doesn't reveal who wrote first. */
export function listFeedback(db: Db, user_session_id: number) {
  return db
    .select({
      if_interview_feedback_detail_id: interview_feedback_detail.if_interview_feedback_detail_id,
      interview_name: interview_type.interview_name,
      interviewer_name: interviewer.interviewer_name,
      interview_feedback_question: interviewer_feedback_question.interview_feedback_question,
      interviewer_feedback: interview_feedback_detail.interviewer_feedback,
      is_submitted: sql<boolean>`${interview_header.submitted_at} is not null`,
    })
    .from(interview_feedback_detail)
    .innerJoin(interview_header, eq(interview_header.interview_header_id, interview_feedback_detail.if_interview_header_id))
    .innerJoin(interview_type, eq(interview_type.ref_interview_id, interview_header.ref_interview_id))
    .innerJoin(interviewer, eq(interviewer.ref_interviewer_id, interview_header.ref_interviewer_id))
    .innerJoin(
      interviewer_feedback_question,
      eq(interviewer_feedback_question.if_interviewer_role_feedback_question_id, interview_feedback_detail.if_interviewer_role_feedback_question_id),
    )
    .where(and(eq(interview_header.user_session_id, user_session_id), sql`btrim(${interview_feedback_detail.interviewer_feedback}) <> ''`))
    .orderBy(
      asc(interview_type.interview_name),
      asc(interviewer.interviewer_name),
      asc(interview_header.ref_interviewer_id),
      asc(interviewer_feedback_question.sort_order),
    )
}

/** Longer than any generator may take, so a run this old belongs to a process that died. */
const RUN_SECONDS = 60

export async function removeEndedRuns(tx: Db, staff_account_id: number): Promise<void> {
  await tx.delete(rationale_run).where(and(eq(rationale_run.staff_account_id, staff_account_id), lt(rationale_run.ends_at, sql`now()`)))
}

export async function countRuns(tx: Db, staff_account_id: number): Promise<number> {
  return tx.$count(rationale_run, eq(rationale_run.staff_account_id, staff_account_id))
}

/** Returns the run's ID; null while another run for the same row is in progress. An expired run is replaced. */
export async function insertRun(tx: Db, { user_session_id, fgl_ref_red_flag_id }: Row, staff_account_id: number): Promise<number | null> {
  const ends_at = sql`now() + make_interval(secs => ${RUN_SECONDS})`
  const [row] = await tx
    .insert(rationale_run)
    .values({ user_session_id, fgl_ref_red_flag_id, staff_account_id, ends_at })
    .onConflictDoUpdate({
      target: [rationale_run.user_session_id, rationale_run.fgl_ref_red_flag_id],
      set: { staff_account_id, ends_at, rationale_run_id: sql`excluded.rationale_run_id` },
      setWhere: lt(rationale_run.ends_at, sql`now()`),
    })
    .returning({ rationale_run_id: rationale_run.rationale_run_id })
  return row?.rationale_run_id ?? null
}

export async function deleteRun(db: Db, rationale_run_id: number): Promise<void> {
  await db.delete(rationale_run).where(eq(rationale_run.rationale_run_id, rationale_run_id))
}
