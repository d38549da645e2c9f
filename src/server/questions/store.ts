import { sql, type SQL } from 'drizzle-orm'
import type { Question } from '#contract/applications/applications.ts'
import { LIST_TYPES } from '#contract/questions/question-rules.ts'
import type { Db } from '#server/db/connect.ts'

/** One of a role's questions, before an application exists. */
export type AskedQuestion = Omit<Question, 'user_session_answer_id' | 'user_session_id'>

/** Used by the application and the form, so both ask the same questions. */
export function isAskedFor(ref_function_role_id: number | SQL) {
  return sql`not q.disabled_flag and coalesce(
    (select r.asked_flag from question_role r where r.ref_question_id = q.ref_question_id and r.ref_function_role_id = ${ref_function_role_id}),
    ${isAskedUnlessChosen(ref_function_role_id)})`
}

/** Whether question `q` is asked for roles without their own setting for it. */
export function isAskedUnlessChosen(ref_function_role_id: number | SQL) {
  return sql`(q.all_roles_flag
    or ${isList('q')} and not exists (select from question_role r where r.ref_question_id = q.ref_question_id and r.asked_flag)
      and exists (select from function_role f where f.ref_function_role_id = ${ref_function_role_id} and cardinality(f.license_states) > 0))`
}

/** A role's own settings for question `q`, as `own`. */
export function ownOfRole(ref_function_role_id: number) {
  return sql`left join question_role own on own.ref_question_id = q.ref_question_id and own.ref_function_role_id = ${ref_function_role_id}`
}
export const requiredOfQ = sql`coalesce(own.required_flag, q.required_flag)`
export const positionOfQuestion = sql`coalesce(own.sort_order, q.sort_order)`

/** Whether a question or answer has a type that's answered with a separate list, such as licenses; `of` is its alias in the statement. */
export const isList = (of: string) => sql`${sql.identifier(of)}.question_type = any(${sql.param(LIST_TYPES)}::text[])`

/** Returns whether this application includes the licenses question. */
export async function asksForLicenses(db: Db, user_session_id: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from user_session_answer a where a.user_session_id = ${user_session_id} and ${isList('a')} limit 1`)
  return rows.length > 0
}

/** The answer choices of question `q` as JSON. */
export const choicesOfQ = sql`coalesce((
  select json_agg(json_build_object('ref_question_answer_id', c.ref_question_answer_id, 'answer_text', c.answer_text) order by c.sort_order, c.ref_question_answer_id)
  from question_answer_choice c where c.ref_question_id = q.ref_question_id), '[]'::json)`

export async function listAskedQuestions(db: Db, ref_function_role_id: number): Promise<AskedQuestion[]> {
  const { rows } = await db.execute<AskedQuestion>(sql`
    select q.ref_question_id, q.question_name, q.question_text, q.question_type, q.question_placeholder, ${requiredOfQ} as required_flag, q.max_words,
      ${choicesOfQ} as answers
    from application_question q ${ownOfRole(ref_function_role_id)}
    where ${isAskedFor(ref_function_role_id)}
    order by ${positionOfQuestion}, q.ref_question_id`)
  return rows
}
