import { asc, eq, inArray, notInArray, and, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Question } from '#contract/applications/applications.ts'
import type { Db } from '#server/db/connect.ts'
import { application_question, function_role, question_answer_choice, question_role, staff_account } from '#server/db/tables.ts'
import type { RoleQuestion } from '#contract/questions/role-questions.ts'
import { choicesOfQ, isAskedFor, isAskedUnlessChosen, isList, ownOfRole, positionOfQuestion, requiredOfQ } from './store.ts'

type Row = typeof application_question.$inferInsert
/** The parts of a question stored in its own row. */
export type OwnText = Partial<Pick<Row, 'question_text' | 'question_placeholder' | 'required_flag' | 'disabled_flag' | 'max_words' | 'all_roles_flag'>>

const q = alias(application_question, 'q')

const editedQuestion = {
  ref_question_id: q.ref_question_id,
  question_name: q.question_name,
  question_text: q.question_text,
  question_type: q.question_type,
  question_placeholder: q.question_placeholder,
  required_flag: q.required_flag,
  disabled_flag: q.disabled_flag,
  max_words: q.max_words,
  place: sql<number>`(select count(*)::int from application_question o where (o.sort_order, o.ref_question_id) <= (q.sort_order, q.ref_question_id))`,
  all_roles_flag: q.all_roles_flag,
  ref_function_role_ids: sql<
    number[]
  >`array(select r.ref_function_role_id from question_role r where r.ref_question_id = q.ref_question_id and r.asked_flag order by 1)`,
  left_out_role_ids: sql<
    number[]
  >`array(select r.ref_function_role_id from question_role r where r.ref_question_id = q.ref_question_id and not r.asked_flag order by 1)`,
  answers: sql<Question['answers']>`${choicesOfQ}`,
  has_answers: sql<boolean>`exists (select from user_session_answer a where a.ref_question_id = q.ref_question_id and a.user_answer_text_box is not null)`,
  version: q.version,
  modified_at: q.modified_at,
  modified_by_email: staff_account.email,
}

export function listEditedQuestions(db: Db) {
  return selectQuestions(db).orderBy(asc(q.sort_order), asc(q.ref_question_id))
}

export async function findEditedQuestion(db: Db, ref_question_id: number) {
  const [question] = await selectQuestions(db).where(eq(q.ref_question_id, ref_question_id))
  return question ?? null
}

/** Locks every question in order until the transaction ends, because positions depend on each other. */
export async function lockOrder(tx: Db): Promise<number[]> {
  const rows = await tx
    .select({ ref_question_id: application_question.ref_question_id })
    .from(application_question)
    .orderBy(asc(application_question.sort_order), asc(application_question.ref_question_id))
    .for('no key update')
  return rows.map((row) => row.ref_question_id)
}

/** Leaves gaps between positions. */
export async function setOrder(tx: Db, ids: number[]): Promise<void> {
  await tx.execute(sql`
    update application_question set sort_order = given.place * 10
    from unnest(${sql.param(ids)}::int[]) with ordinality as given(id, place)
    where ref_question_id = given.id and sort_order <> given.place * 10`)
}

/** Returns the ID of the new question, added at the end; null if its name is taken. */
export async function insertQuestion(tx: Db, question: OwnText & Pick<Row, 'question_name' | 'question_type' | 'question_text' | 'modified_by'>) {
  const [row] = await tx
    .insert(application_question)
    .values({ ...question, sort_order: sql`(select coalesce(max(sort_order), 0) + 10 from application_question)` })
    .onConflictDoNothing({ target: application_question.question_name })
    .returning({ ref_question_id: application_question.ref_question_id })
  return row?.ref_question_id ?? null
}

export async function setQuestion(tx: Db, ref_question_id: number, changes: OwnText & { modified_by: number }): Promise<void> {
  await tx
    .update(application_question)
    .set({ ...changes, version: sql`${application_question.version} + 1`, modified_at: sql`now()` })
    .where(eq(application_question.ref_question_id, ref_question_id))
}

export async function listUnknownRoles(db: Db, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db.select({ id: function_role.ref_function_role_id }).from(function_role).where(inArray(function_role.ref_function_role_id, ids))
  return ids.filter((id) => !rows.some((row) => row.id === id))
}

/**
 * Assigns the question to exactly these roles. Roles that had it keep its position and whether it's required. When a question becomes one for all
 * roles again, no role leaves it out anymore.
 */
export async function setQuestionRoles(tx: Db, ref_question_id: number, { ids, forgetsLeftOut }: { ids: number[]; forgetsLeftOut: boolean }): Promise<void> {
  const chosen = sql`${sql.param(ids)}::int[]`
  await tx.execute(sql`
    update question_role set asked_flag = null
    where ref_question_id = ${ref_question_id} and not ref_function_role_id = any(${chosen}) and (asked_flag or ${forgetsLeftOut})`)
  await tx.execute(sql`
    insert into question_role (ref_question_id, ref_function_role_id, asked_flag) select ${ref_question_id}, id, true from unnest(${chosen}) id
    on conflict (ref_question_id, ref_function_role_id) do update set asked_flag = true`)
}

export type QuestionForRole = RoleQuestion & { required_in_library: boolean; asked_anyway: boolean }

/** Returns every enabled question, in the order they appear on the role's form. */
export async function listQuestionsForRole(db: Db, ref_function_role_id: number): Promise<QuestionForRole[]> {
  const isAskedAnyway = isAskedUnlessChosen(ref_function_role_id)
  const { rows } = await db.execute<QuestionForRole>(sql`
    select q.ref_question_id, q.question_name, q.question_text, q.question_type, ${requiredOfQ} as required_flag, q.required_flag as required_in_library,
      ${isAskedFor(ref_function_role_id)} as asked_flag, ${isAskedAnyway} as asked_anyway,
      ${isList('q')} and not ${isAskedAnyway}
        and not exists (select from question_role r where r.ref_question_id = q.ref_question_id and r.asked_flag) as needs_license_states
    from application_question q ${ownOfRole(ref_function_role_id)}
    where not q.disabled_flag
    order by ${positionOfQuestion}, q.ref_question_id`)
  return rows
}

export type RoleOverride = { ref_question_id: number; asked_flag: boolean | null; required_flag: boolean | null; sort_order: number | null }

/** Replaces the role's settings for enabled questions. */
export async function setQuestionsOfRole(tx: Db, ref_function_role_id: number, rows: RoleOverride[]): Promise<void> {
  await tx.execute(sql`
    delete from question_role r using application_question q
    where r.ref_function_role_id = ${ref_function_role_id} and q.ref_question_id = r.ref_question_id and not q.disabled_flag`)
  if (rows.length > 0) await tx.insert(question_role).values(rows.map((row) => ({ ...row, ref_function_role_id })))
}

/** Increments the questions' versions, so anyone with an outdated editor open gets a 409. */
export async function touchQuestions(tx: Db, { ids, modified_by }: { ids: number[]; modified_by: number }): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(application_question)
    .set({ version: sql`${application_question.version} + 1`, modified_at: sql`now()`, modified_by })
    .where(inArray(application_question.ref_question_id, ids))
}

/**
 * Makes a copied role ask the same questions as the original, in the same order. This increments the version of each question chosen for the role, so
 * anyone with an outdated editor open gets a 409.
 */
export async function copyQuestionRoles(tx: Db, { from, to, modified_by }: { from: number; to: number; modified_by: number }): Promise<void> {
  await tx.execute(sql`
    with copied as (
      insert into question_role (ref_question_id, ref_function_role_id, asked_flag, required_flag, sort_order)
      select ref_question_id, ${to}, asked_flag, required_flag, sort_order from question_role where ref_function_role_id = ${from}
      returning ref_question_id, asked_flag)
    update application_question set version = version + 1, modified_at = now(), modified_by = ${modified_by}
    where ref_question_id in (select ref_question_id from copied where asked_flag)`)
}

export async function deleteOtherChoices(tx: Db, ref_question_id: number, kept: string[]): Promise<void> {
  const own = eq(question_answer_choice.ref_question_id, ref_question_id)
  await tx.delete(question_answer_choice).where(kept.length === 0 ? own : and(own, notInArray(question_answer_choice.answer_text, kept)))
}

/** A choice whose text is unchanged keeps its ID. */
export async function upsertChoices(tx: Db, ref_question_id: number, texts: string[]): Promise<void> {
  if (texts.length === 0) return
  await tx
    .insert(question_answer_choice)
    .values(texts.map((answer_text, index) => ({ ref_question_id, answer_text, sort_order: (index + 1) * 10 })))
    .onConflictDoUpdate({
      target: [question_answer_choice.ref_question_id, question_answer_choice.answer_text],
      set: { sort_order: sql`excluded.sort_order` },
    })
}

function selectQuestions(db: Db) {
  return db.select(editedQuestion).from(q).leftJoin(staff_account, eq(staff_account.staff_account_id, q.modified_by)).$dynamic()
}
