import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { SUBMITTED } from '#contract/statuses/statuses.ts'
import type { Question } from '#contract/applications/applications.ts'
import type { Db } from '#server/db/connect.ts'
import { user_session } from '#server/db/tables.ts'
import { openToCandidate } from '#server/people/visible.ts'
import { knownVia } from '#server/roles/link-store.ts'
import { choicesOfQ, isAskedFor, ownOfRole, placeOfQ, requiredOfQ } from '#server/questions/store.ts'

export async function findStartedSession(db: Db, ref_function_role_id: number, capability_hashes: string[]) {
  const [session] = await db
    .select({ user_session_id: user_session.user_session_id, capability_hash: user_session.capability_hash })
    .from(user_session)
    .where(
      and(
        inArray(user_session.capability_hash, capability_hashes),
        eq(user_session.ref_function_role_id, ref_function_role_id),
        isNull(user_session.application_submitted_datetime_utc),
        openToCandidate(),
      ),
    )
  return session ?? null
}

type NewSession = { ref_function_role_id: number; device_info: string; via?: string | null | undefined; capability_hash: string }

type Begun = { user_session_id: number; questions: Question[] }
/** The chance that a free reference isn't found in so many draws is far below one in a billion, with a million applications. */
const DRAWS = 4

/** Starts an application; if its random reference is another one's, it gets a new one. */
export async function insertSession(db: Db, session: NewSession): Promise<Begun> {
  for (let draw = 0; draw < DRAWS; draw++) {
    const begun = await insertWithReference(db, session)
    if (begun) return begun
  }
  throw new Error(`No free reference was found in ${DRAWS} draws.`)
}

/**
 * Copies the questions as they're worded now, so an answer keeps the wording the applicant saw. It's one statement, so opening a form takes one round
 * trip and one commit. Returns null if the reference is taken.
 */
async function insertWithReference(db: Db, { ref_function_role_id, device_info, via = null, capability_hash }: NewSession): Promise<Begun | null> {
  const { rows } = await db.execute<Question | { user_session_id: number; user_session_answer_id: null }>(sql`
    with session as (
      insert into user_session (ref_function_role_id, device_info, via, capability_hash)
      values (${ref_function_role_id}, ${device_info}, ${knownVia(ref_function_role_id, via)}, ${capability_hash})
      on conflict (reference) do nothing
      returning user_session_id),
    asked as (
      insert into user_session_answer
        (user_session_id, ref_question_id, question_name, question_text, question_type, question_placeholder, required_flag, max_words, sort_order)
      select session.user_session_id, q.ref_question_id, q.question_name, q.question_text, q.question_type, q.question_placeholder, ${requiredOfQ}, q.max_words, ${placeOfQ}
      from session, application_question q ${ownOfRole(ref_function_role_id)}
      where ${isAskedFor(ref_function_role_id)}
      returning *)
    select q.user_session_answer_id, session.user_session_id, q.ref_question_id, q.question_name, q.question_text, q.question_type,
      q.question_placeholder, q.required_flag, q.max_words, ${choicesOfQ} as answers
    from session left join asked q on true
    order by q.sort_order, q.ref_question_id`)
  if (rows.length === 0) return null
  // A form without questions still returns one row, with no question in it.
  const questions = rows.filter((row): row is Question => row.user_session_answer_id !== null)
  return { user_session_id: rows[0]!.user_session_id, questions }
}

export async function listQuestionsOfSession(db: Db, user_session_id: number): Promise<Question[]> {
  const { rows } = await db.execute<Question>(sql`
    select q.user_session_answer_id, q.user_session_id, q.ref_question_id, q.question_name, q.question_text, q.question_type,
      q.question_placeholder, q.required_flag, q.max_words, ${choicesOfQ} as answers
    from user_session_answer q
    where q.user_session_id = ${user_session_id}
    order by q.sort_order, q.ref_question_id`)
  return rows
}

/** The application that one of these cookies opens, locked so two submissions run one after the other. */
export async function lockOwnSession(tx: Db, user_session_id: number, capability_hashes: string[]) {
  const [session] = await tx
    .select()
    .from(user_session)
    .where(and(eq(user_session.user_session_id, user_session_id), inArray(user_session.capability_hash, capability_hashes), openToCandidate()))
    .for('no key update')
  return session ?? null
}

export async function findReference(db: Db, user_session_id: number): Promise<string | null> {
  const [session] = await db.select({ reference: user_session.reference }).from(user_session).where(eq(user_session.user_session_id, user_session_id))
  return session?.reference ?? null
}

export async function findOwnSession(db: Db, user_session_id: number, capability_hashes: string[]) {
  const [session] = await db
    .select()
    .from(user_session)
    .where(and(eq(user_session.user_session_id, user_session_id), inArray(user_session.capability_hash, capability_hashes), openToCandidate()))
  return session ?? null
}

/** The newest application for this role that one of these cookies opens. */
export async function findOwnSessionForRole(db: Db, ref_function_role_id: number, capability_hashes: string[]) {
  if (capability_hashes.length === 0) return null
  const [session] = await db
    .select()
    .from(user_session)
    .where(and(eq(user_session.ref_function_role_id, ref_function_role_id), inArray(user_session.capability_hash, capability_hashes), openToCandidate()))
    .orderBy(sql`user_session_id desc`)
    .limit(1)
  return session ?? null
}

export type Answered = { user_session_answer_id: number; user_answer_text_box: string }

export async function setAnswers(tx: Db, answers: Answered[]): Promise<void> {
  const ids = answers.map((one) => one.user_session_answer_id)
  const texts = answers.map((one) => one.user_answer_text_box)
  await tx.execute(sql`
    update user_session_answer a set user_answer_text_box = given.answer
    from unnest(${sql.param(ids)}::int[], ${sql.param(texts)}::text[]) as given(id, answer)
    where a.user_session_answer_id = given.id`)
}

export type Person = {
  first_name: string | null
  last_name: string | null
  email: string | null
  linkedin_profile_url: string | null
  email_key: string | null
  linkedin_key: string | null
  name_key: string | null
}

export async function setSubmitted(
  tx: Db,
  user_session_id: number,
  submission: Person & { reply_within_days: number; submitted_hash: string; suspected_bot: boolean },
): Promise<void> {
  await tx
    .update(user_session)
    .set({
      ...submission,
      ref_application_status_id: SUBMITTED,
      application_submitted_datetime_utc: sql`now()`,
      reply_due_at: sql`now() + make_interval(days => ${submission.reply_within_days}::int)`,
      status_changed_at: sql`now()`,
      last_action_at: sql`now()`,
    })
    .where(eq(user_session.user_session_id, user_session_id))
}

/** Held until the transaction ends, so two applications with the same content run one after the other. */
export async function lockContent(tx: Db, content: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${content}, 0))`)
}

/** An application for this role with the same answers, sent within the last hour. */
export async function findRecentTwin(tx: Db, ref_function_role_id: number, submitted_hash: string) {
  const [twin] = await tx
    .select({ user_session_id: user_session.user_session_id, capability_hash: user_session.capability_hash })
    .from(user_session)
    .where(
      and(
        eq(user_session.ref_function_role_id, ref_function_role_id),
        eq(user_session.submitted_hash, submitted_hash),
        sql`application_submitted_datetime_utc > now() - interval '1 hour'`,
        openToCandidate(),
      ),
    )
  return twin ?? null
}
