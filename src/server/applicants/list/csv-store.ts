import { sql } from 'drizzle-orm'
import type { ExportedApplicant } from '#contract/applicants/list-columns.ts'
import type { Db } from '#server/db/connect.ts'
import { identityOf, unidentifying } from '#server/people/identity.ts'
import { isOneOf, matchesFilter, type ChosenApplicants, type Filter } from './list-store.ts'

/** A question in one wording. `isOneOfSeveral`: some of the applications answered it in another one, which has a column of its own. */
export type AskedQuestion = { ref_question_id: number; question_name: string; question_type: string; question_text: string; isOneOfSeveral: boolean }
type StoredQuestion = Omit<AskedQuestion, 'isOneOfSeveral'> & { is_reworded: boolean }

/**
 * The questions that at least one of the filtered applications was asked, in order. Each is looked up by its ID, so the planner can tell which are
 * rare and doesn't read every answer for an unused one.
 */
export async function listAskedQuestions(db: Db, filter: Filter): Promise<AskedQuestion[]> {
  const questions = await db.execute<StoredQuestion>(sql`
    select ref_question_id, question_name, question_type, question_text,
      exists (select from text_version v where v.kind = 'question' and v.of_id = ref_question_id) as is_reworded
    from application_question order by sort_order, ref_question_id`)
  const lookups = questions.rows.map(
    ({ ref_question_id: id }) => sql`
    select ${id}::int as id where exists (
      select from (select user_session_id from user_session where ${matchesFilter(filter)}) u
      join user_session_answer a using (user_session_id) where a.ref_question_id = ${id})`,
  )
  if (lookups.length === 0) return []
  const { rows } = await db.execute<{ id: number }>(sql.join(lookups, sql` union all `))
  const asked = new Set(rows.map(({ id }) => id))
  return inEachWording(
    db,
    filter,
    questions.rows.filter((question) => asked.has(question.ref_question_id)),
  )
}

/** Answers keep the text they answered, so a reworded question has a column for each wording, the latest first. */
async function inEachWording(db: Db, filter: Filter, questions: StoredQuestion[]): Promise<AskedQuestion[]> {
  const changed = questions.filter(({ is_reworded }) => is_reworded).map(({ ref_question_id }) => ref_question_id)
  if (changed.length === 0) return questions.map((question) => ({ ...question, isOneOfSeveral: false }))
  const { rows } = await db.execute<{ ref_question_id: number; question_text: string }>(sql`
    select a.ref_question_id, a.question_text from (select user_session_id from user_session where ${matchesFilter(filter)}) u
    join user_session_answer a using (user_session_id) where a.ref_question_id = any(${sql.param(changed)}::int[])
    group by 1, 2 order by max(a.user_session_answer_id) desc`)
  const wordings = Map.groupBy(rows, ({ ref_question_id }) => ref_question_id)
  return questions.flatMap((question) => {
    const texts = wordings.get(question.ref_question_id) ?? [question]
    return texts.map(({ question_text }) => ({ ...question, question_text, isOneOfSeveral: texts.length > 1 }))
  })
}

/** A row before its answers are masked; `a0` answers the first question. */
export type CsvRow = Omit<ExportedApplicant, 'licenses' | 'decision' | 'answers'> & { user_session_id: number; also: string | null } & Record<
    `a${number}`,
    string | null
  >

/** Like `listApplicantRows`, with the answers to `questions` as columns. */
export async function listCsvRows(db: Db, chosen: ChosenApplicants, { questions, withIdentity }: { questions: AskedQuestion[]; withIdentity: boolean }) {
  const shown = withIdentity ? sql`` : sql`and ${unidentifying('a')}`
  const answers = questions.map(
    ({ ref_question_id: id, question_text, isOneOfSeveral }, place) =>
      sql`, max(a.user_answer_text_box) filter (where a.ref_question_id = ${id}
        ${isOneOfSeveral ? sql`and a.question_text = ${question_text}` : sql``} ${shown}) as ${sql.identifier(`a${place}`)}`,
  )
  const { rows } = await db.execute<CsvRow>(sql`
    select u.user_session_id, u.alias, ${identityOf('u')},
      u.application_submitted_datetime_utc as submitted, u.via, s.application_status, r.function_role_name, answered.*
    from (select * from user_session where ${isOneOf(chosen)}) u
    join function_role r using (ref_function_role_id)
    join application_status s using (ref_application_status_id)
    cross join lateral (
      select max(a.user_answer_text_box) filter (where a.question_name = 'require_sponsorship') as sponsorship ${sql.join(answers, sql` `)}
      from user_session_answer a where a.user_session_id = u.user_session_id) answered
    order by u.application_submitted_datetime_utc desc nulls last, u.user_session_id desc nulls last`)
  return rows
}

/** Whether any of the filtered applications came through a link. */
export async function hasVias(db: Db, filter: Filter): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from user_session where ${matchesFilter(filter)} and via is not null limit 1`)
  return rows.length > 0
}
