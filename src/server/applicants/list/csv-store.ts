import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { isOneOf, matchesFilter, type ApplicantRow, type Filter } from './list-store.ts'

export type AskedQuestion = { ref_question_id: number; question_name: string; question_text: string }

/** The questions that at least one of the filtered applications was asked, in their order. */
export async function listAskedQuestions(db: Db, filter: Filter): Promise<AskedQuestion[]> {
  const { rows } = await db.execute<AskedQuestion>(sql`
    select q.ref_question_id, q.question_name, q.question_text
    from application_question q
    where exists (
      select 1 from (select user_session_id from user_session where ${matchesFilter(filter)}) u
      join user_session_answer a on a.user_session_id = u.user_session_id and a.ref_question_id = q.ref_question_id)
    order by q.sort_order, q.ref_question_id`)
  return rows
}

type Head =
  | 'user_session_id'
  | 'alias'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'linkedin_profile_url'
  | 'submitted'
  | 'application_status'
  | 'function_role_name'
export type CsvRow = Pick<ApplicantRow, Head> & {
  sponsorship: string | null
  /** The answers as cells, each with a comma before it. */
  cells: string
}

/** As `listApplicantRows`, with the answers to `questions` as cells of a line: PostgreSQL writes them faster than we could. */
export async function listCsvRows(db: Db, ids: number[], { questions, withIdentity }: { questions: number[]; withIdentity: boolean }) {
  const cells = questions.map((id) => sql`coalesce(max(${cell}) filter (where a.ref_question_id = ${id} ${withIdentity ? sql`` : notCovered}), ',""')`)
  const { rows } = await db.execute<CsvRow>(sql`
    select u.user_session_id, u.alias, u.first_name, u.last_name, u.email, u.linkedin_profile_url,
      u.application_submitted_datetime_utc as submitted, s.application_status, r.function_role_name, answered.*
    from (select * from user_session where ${isOneOf(ids)}) u
    join function_role r using (ref_function_role_id)
    join application_status s using (ref_application_status_id)
    cross join lateral (
      select max(a.user_answer_text_box) filter (where a.question_name = 'require_sponsorship') as sponsorship,
        ${cells.length > 0 ? sql.join(cells, sql` || `) : sql`''`} as cells
      from user_session_answer a where a.user_session_id = u.user_session_id) answered
    order by u.application_submitted_datetime_utc desc nulls last, u.user_session_id desc nulls last`)
  return rows
}

const notCovered = sql`and a.question_type <> 'Email Input'`

/** An answer as RFC 4180 writes it, with the apostrophe of `cellOf` where a spreadsheet would run it. */
const cell = sql`case when ascii(a.user_answer_text_box) in (9, 13, 43, 45, 61, 64) then ',"''' else ',"' end || replace(a.user_answer_text_box, '"', '""') || '"'`
