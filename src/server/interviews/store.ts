import { asc, eq, sql, type SQL } from 'drizzle-orm'
import type { AnswersVisibility, ResumeVisibility, InterviewLocation } from '#contract/interviews.ts'
import type { Db } from '#server/db/connect.ts'
import { interview_type, staff_account } from '#server/db/tables.ts'

const interview = {
  ref_interview_id: interview_type.ref_interview_id,
  interview_name: interview_type.interview_name,
  interview_desc: interview_type.interview_desc,
  sees_answers: interview_type.sees_answers,
  sees_resume: interview_type.sees_resume,
  where: interview_type.where,
  candidate_text: interview_type.candidate_text,
  version: interview_type.version,
  modified_at: interview_type.modified_at,
  modified_by_email: staff_account.email,
}

export function listInterviews(db: Db) {
  return selectInterviews(db).orderBy(asc(interview_type.ref_interview_id))
}

export async function findInterview(db: Db, ref_interview_id: number) {
  const [row] = await selectInterviews(db).where(eq(interview_type.ref_interview_id, ref_interview_id))
  return row ?? null
}

/** Locks every interview type until the transaction ends, because names must be unique. */
export function lockInterviews(tx: Db) {
  return tx
    .select({ ref_interview_id: interview_type.ref_interview_id, interview_name: interview_type.interview_name })
    .from(interview_type)
    .for('no key update')
}

/**
 * Keeps interview locations from changing until the transaction ends. Called before any applicant is locked, as in every transaction that sends
 * people a location.
 */
export async function lockLocations(tx: Db): Promise<void> {
  await tx.execute(sql`select 1 from interview_type for share`)
}

type Changes = {
  interview_name?: string | undefined
  interview_desc?: string | undefined
  sees_answers?: AnswersVisibility | undefined
  sees_resume?: ResumeVisibility | undefined
  where?: InterviewLocation | undefined
  candidate_text?: string | undefined
  modified_by: number
}

export async function setInterview(tx: Db, ref_interview_id: number, changes: Changes): Promise<void> {
  await tx
    .update(interview_type)
    .set({ ...changes, version: sql`${interview_type.version} + 1`, modified_at: sql`now()` })
    .where(eq(interview_type.ref_interview_id, ref_interview_id))
}

function selectInterviews(db: Db) {
  return db.select(interview).from(interview_type).leftJoin(staff_account, eq(staff_account.staff_account_id, interview_type.modified_by)).$dynamic()
}

/** Returns the value that applies to a booking, from its plan or else its interview; `booking` and `type` are aliases in the statement. */
export function placeOf<Field extends 'where' | 'candidate_text'>(field: Field, { booking, type }: { booking: string; type: string }) {
  const [b, y, name] = [sql.identifier(booking), sql.identifier(type), sql.identifier(field)]
  return sql`coalesce((select own.${name} from interview_plan plan join interview_plan_part own using (interview_plan_id)
    where plan.user_session_id = ${b}.user_session_id and own.ref_interview_id = ${b}.ref_interview_id), ${y}.${name})` as SQL<
    Field extends 'where' ? InterviewLocation : string
  >
}

/**
 * Returns the names of everyone interviewing at the booking's time, starting with the first interviewer: `A and B`. With `isExpected`, only
 * the interviewers the candidate knows about: a stand-in counts once they've accepted. `booking` is the booking's alias in the query.
 */
export function interviewersOf(booking: string, isExpected = false): SQL<string> {
  return namesOf(booking, { isExpected }) as SQL<string>
}

/** Like `interviewersOf` with `isExpected`, without anyone who declined; null if that leaves no one. */
export function expectedToComeOf(booking: string): SQL<string | null> {
  return namesOf(booking, { isExpected: true, isComing: true })
}

function namesOf(booking: string, { isExpected, isComing = false }: { isExpected: boolean; isComing?: boolean }): SQL<string | null> {
  const interviewerId = isExpected ? sql`coalesce(o.stands_in_for, o.ref_interviewer_id)` : sql`o.ref_interviewer_id`
  return sql`(select case when count(*) < 3 then string_agg(all_of.name, ' and ' order by all_of.id)
      else array_to_string((array_agg(all_of.name order by all_of.id))[1:count(*)::int - 1], ', ') || ', and ' || (array_agg(all_of.name order by all_of.id desc))[1] end
    from (select o.interview_booking_id as id, i.interviewer_name as name from interview_booking o join interviewer i on i.ref_interviewer_id = ${interviewerId}
      where ${isSameInterview(booking)} ${isComing ? sql`and ${interviewerId} <> all(o.declined_by) and o.interviewer_answer is distinct from 'declined'` : sql``}) all_of)`
}

/** Whether booking `o` is for the same interview at the same time as the booking with this alias, or is that same booking. */
export function isSameInterview(booking: string): SQL {
  const b = sql.identifier(booking)
  return sql`o.user_session_id = ${b}.user_session_id and o.state = ${b}.state and o.starts_at = ${b}.starts_at
    and coalesce(o.beside_id, o.interview_booking_id) = coalesce(${b}.beside_id, ${b}.interview_booking_id)`
}
