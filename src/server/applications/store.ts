import { labelOf } from '#contract/licenses/license-types.ts'
import type { Identity } from '#contract/applications/person-keys.ts'
import { and, eq, inArray, isNull, notInArray, sql, type SQL } from 'drizzle-orm'
import { isWithdrawn, STATUS_IDS, SUBMITTED } from '#contract/statuses/statuses.ts'
import type { Question } from '#contract/applications/applications.ts'
import type { Db } from '#server/db/connect.ts'
import { function_role, license, user_session } from '#server/db/tables.ts'
import { openToCandidate } from '#server/people/visible.ts'
import { storedLinkName } from '#server/roles/link-store.ts'
import { isOpen } from '#server/roles/store.ts'
import { choicesOfQ, isAskedFor, ownOfRole, positionOfQuestion, requiredOfQ } from '#server/questions/store.ts'

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

type StartedSession = { user_session_id: number; questions: Question[] }
/** With a million applications, the chance of not finding a free reference in this many draws is far below one in a billion. */
const MAX_REFERENCE_ATTEMPTS = 4

/** Starts an application, drawing a new random reference if it's taken. Returns null if the role doesn't accept applications. */
export async function insertSession(db: Db, session: NewSession): Promise<StartedSession | null> {
  for (let draw = 0; draw < MAX_REFERENCE_ATTEMPTS; draw++) {
    const started = await insertWithReference(db, session)
    if (started !== 'taken') return started
  }
  throw new Error(`No unused reference was found in ${MAX_REFERENCE_ATTEMPTS} attempts.`)
}

type Row = Question | { user_session_id: number | null; user_session_answer_id: null }

/**
 * Copies the questions as currently worded, so an answer keeps the wording the applicant saw. It's one statement, so opening a form takes one round
 * trip and one commit. Returns null if the role doesn't accept applications, and 'taken' if another application has the reference.
 */
async function insertWithReference(
  db: Db,
  { ref_function_role_id, device_info, via = null, capability_hash }: NewSession,
): Promise<StartedSession | 'taken' | null> {
  const { rows } = await db.execute<Row>(sql`
    with role as (
      select ref_function_role_id from ${function_role} where ${function_role.ref_function_role_id} = ${ref_function_role_id} and ${isOpen}),
    session as (
      insert into user_session (ref_function_role_id, device_info, via, capability_hash)
      select ref_function_role_id, ${device_info}, ${storedLinkName(ref_function_role_id, via)}, ${capability_hash} from role
      on conflict (reference) do nothing
      returning user_session_id),
    asked as (
      insert into user_session_answer
        (user_session_id, ref_question_id, question_name, question_text, question_type, question_placeholder, required_flag, max_words, sort_order)
      select session.user_session_id, q.ref_question_id, q.question_name, q.question_text, q.question_type, q.question_placeholder, ${requiredOfQ}, q.max_words, ${positionOfQuestion}
      from session, application_question q ${ownOfRole(ref_function_role_id)}
      where ${isAskedFor(ref_function_role_id)}
      returning *)
    select q.user_session_answer_id, session.user_session_id, q.ref_question_id, q.question_name, q.question_text, q.question_type,
      q.question_placeholder, q.required_flag, q.max_words, ${choicesOfQ} as answers
    from role left join session on true left join asked q on true
    order by q.sort_order, q.ref_question_id`)
  const user_session_id = rows[0]?.user_session_id
  if (user_session_id === undefined) return null
  if (user_session_id === null) return 'taken'
  // A form without questions still returns one row, whose question columns are null.
  const questions = rows.filter((row): row is Question => row.user_session_answer_id !== null)
  return { user_session_id, questions }
}

const questionsOf = (user_session_id: number) => sql`
  select q.user_session_answer_id, q.user_session_id, q.ref_question_id, q.question_name, q.question_text, q.question_type,
    q.question_placeholder, q.required_flag, q.max_words, ${choicesOfQ} as answers
  from user_session_answer q
  where q.user_session_id = ${user_session_id}
  order by q.sort_order, q.ref_question_id`

export async function listQuestionsOfSession(db: Db, user_session_id: number): Promise<Question[]> {
  const { rows } = await db.execute<Question>(questionsOf(user_session_id))
  return rows
}

/** Like `lockOwnSession`, plus what a submission is checked against. `is_open` means the role still accepts applications. */
export async function lockForSubmission(tx: Db, user_session_id: number, capability_hashes: string[]) {
  const [own] = await tx
    .select({
      session: user_session,
      role: { ref_function_role_id: function_role.ref_function_role_id, reply_within_days: function_role.reply_within_days },
      is_open: sql<boolean>`${isOpen}`,
      questions: sql<Question[]>`(select coalesce(json_agg(asked), '[]') from (${questionsOf(user_session_id)}) asked)`,
    })
    .from(user_session)
    .innerJoin(function_role, eq(function_role.ref_function_role_id, user_session.ref_function_role_id))
    .where(and(eq(user_session.user_session_id, user_session_id), inArray(user_session.capability_hash, capability_hashes), openToCandidate()))
    .for('no key update', { of: user_session })
  return own ?? null
}

/** The application these cookies give access to, locked so two submissions run one after the other. */
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

/** The newest application for this role that these cookies give access to. */
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

export type AnswerRow = { user_session_answer_id: number; user_answer_text_box: string }

/** Run with `writeTogether`. */
export function setAnswersQuery(answers: AnswerRow[]): SQL {
  const ids = answers.map((one) => one.user_session_answer_id)
  const texts = answers.map((one) => one.user_answer_text_box)
  return sql`
    update user_session_answer a set user_answer_text_box = given.answer
    from unnest(${sql.param(ids)}::int[], ${sql.param(texts)}::text[]) as given(id, answer)
    where a.user_session_answer_id = given.id`
}

export type Person = Identity & {
  email_key: string | null
  linkedin_key: string | null
  name_key: string | null
}

/** Run with `writeTogether`. */
export function setSubmittedQuery(
  tx: Db,
  user_session_id: number,
  submission: Person & { reply_within_days: number; submitted_hash: string; suspected_bot: boolean },
) {
  return tx
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

/** Returns the licenses given with an application, such as "RN TX". */
export async function listLicenseNames(db: Db, user_session_id: number): Promise<string[]> {
  const rows = await db
    .select({ license_type: license.license_type, license_state: license.license_state })
    .from(license)
    .where(and(eq(license.user_session_id, user_session_id), isNull(license.removed_at)))
    .orderBy(license.place, license.license_id)
  return rows.map(labelOf)
}

/** Locks this content until the transaction ends, so two applications with the same content run one after the other. */
export async function lockContent(tx: Db, content: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${content}, 0))`)
}

const WITHDRAWN_IDS = STATUS_IDS.filter(isWithdrawn)

/** An application for this role with the same answers, sent within the last hour and not withdrawn since. */
export async function findRecentDuplicate(tx: Db, ref_function_role_id: number, submitted_hash: string) {
  const [duplicate] = await tx
    .select({ user_session_id: user_session.user_session_id, capability_hash: user_session.capability_hash })
    .from(user_session)
    .where(
      and(
        eq(user_session.ref_function_role_id, ref_function_role_id),
        eq(user_session.submitted_hash, submitted_hash),
        sql`application_submitted_datetime_utc > now() - interval '1 hour'`,
        notInArray(user_session.ref_application_status_id, WITHDRAWN_IDS),
        openToCandidate(),
      ),
    )
  return duplicate ?? null
}
