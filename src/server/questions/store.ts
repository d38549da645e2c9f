import { sql } from 'drizzle-orm'
import type { Question } from '#contract/applications/applications.ts'
import type { Db } from '#server/db/connect.ts'

/** A question as it's asked for a role, before there's an application. */
export type AskedQuestion = Omit<Question, 'user_session_answer_id' | 'user_session_id'>

/** Shared, so that an application asks exactly what the form shows. */
export function isAskedFor(ref_function_role_id: number) {
  return sql`not q.disabled_flag and (q.all_roles_flag or exists (
    select from question_role r where r.ref_question_id = q.ref_question_id and r.ref_function_role_id = ${ref_function_role_id}))`
}

/** The answer choices of question `q` as JSON. */
export const choicesOfQ = sql`coalesce((
  select json_agg(json_build_object('ref_question_answer_id', c.ref_question_answer_id, 'answer_text', c.answer_text) order by c.sort_order, c.ref_question_answer_id)
  from question_answer_choice c where c.ref_question_id = q.ref_question_id), '[]'::json)`

export async function listAskedQuestions(db: Db, ref_function_role_id: number): Promise<AskedQuestion[]> {
  const { rows } = await db.execute<AskedQuestion>(sql`
    select q.ref_question_id, q.question_name, q.question_text, q.question_type, q.question_placeholder, q.required_flag, q.max_words,
      ${choicesOfQ} as answers
    from application_question q
    where ${isAskedFor(ref_function_role_id)}
    order by q.sort_order, q.ref_question_id`)
  return rows
}
