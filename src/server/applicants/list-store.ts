import { sql, type SQL } from 'drizzle-orm'
import { IDENTITY_QUESTIONS } from '#contract/applicants.ts'
import type { Db } from '#server/db/connect.ts'

export type Filter = { roleId: number | 'all'; days_ago: number; ref_application_status_id: number | 'all' }

/** The last row of a page: the next one begins below it. */
export type Place = { submitted: string; user_session_id: number }

/** What stands between answers and between the parts of one; unknown beforehand, so that no answer can hold it. */
export type Separators = { answer: string; part: string }

export type ApplicantRow = {
  user_session_id: number
  alias: string
  first_name: string | null
  last_name: string | null
  email: string | null
  linkedin_profile_url: string | null
  submitted: string
  ref_application_status_id: number
  application_status: string
  has_emailed_application_status: boolean
  ref_function_role_id: number
  function_role_name: string
  hiring_lead_email: string
  hiring_lead_name: string
  suspected_bot: boolean
  has_resume: boolean
  /** All answers in one text: name, part separator, question, part separator, answer. */
  answers: string | null
}

/** Whose application may be shown: submitted, and not erased. */
export const isListed = sql`application_submitted_datetime_utc is not null and restricted_at is null and erased_at is null`

/**
 * The next `limit` applications of the filter, newest first, each with its answers as one text: PostgreSQL gathers them several times
 * faster so than as JSON, and one statement for each page holds no connection while a slow reader takes the last one.
 */
export async function listApplicantRows(db: Db, filter: Filter, page: { after: Place | null; limit: number; separators: Separators; withIdentity: boolean }) {
  const { rows } = await db.execute<ApplicantRow>(sql`
    select ${columns(page)}
    from (
      select * from user_session
      where ${matchesFilter(filter)} ${isBelow(page.after)}
      order by application_submitted_datetime_utc desc nulls last, user_session_id desc nulls last
      limit ${page.limit}) u
    ${namesOfU}
    order by u.application_submitted_datetime_utc desc nulls last, u.user_session_id desc nulls last`)
  return rows
}

export async function findApplicantRow(db: Db, user_session_id: number, shape: { separators: Separators; withIdentity: boolean }) {
  const { rows } = await db.execute<ApplicantRow>(sql`
    select ${columns(shape)}
    from (select * from user_session where user_session_id = ${user_session_id} and ${isListed}) u
    ${namesOfU}`)
  return rows[0] ?? null
}

export async function findPlace(db: Db, user_session_id: number): Promise<Place | null> {
  const { rows } = await db.execute<Place>(sql`
    select application_submitted_datetime_utc as submitted, user_session_id from user_session
    where user_session_id = ${user_session_id} and application_submitted_datetime_utc is not null`)
  return rows[0] ?? null
}

export async function hasRole(db: Db, ref_function_role_id: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from function_role where ref_function_role_id = ${ref_function_role_id}`)
  return rows.length > 0
}

/** Below a place in the order of the list. */
export function isBelow(after: Place | null): SQL {
  return after ? sql`and (application_submitted_datetime_utc, user_session_id) < (${after.submitted}::timestamptz, ${after.user_session_id}::int)` : sql``
}

export function matchesFilter(filter: Filter): SQL {
  const role = filter.roleId === 'all' ? sql`` : sql`and ref_function_role_id = ${filter.roleId}`
  const status = filter.ref_application_status_id === 'all' ? sql`` : sql`and ref_application_status_id = ${filter.ref_application_status_id}`
  return sql`application_submitted_datetime_utc >= now() - make_interval(days => ${filter.days_ago}) ${role} ${status}
    and restricted_at is null and erased_at is null`
}

function columns({ separators, withIdentity }: { separators: Separators; withIdentity: boolean }): SQL {
  const { answer, part } = separators
  const hidden = withIdentity ? sql`` : sql`and a.question_name <> all(${sql.param(IDENTITY_QUESTIONS)}::text[]) and a.question_type <> 'Email Input'`
  return sql`u.user_session_id, u.alias, u.first_name, u.last_name, u.email, u.linkedin_profile_url,
    u.application_submitted_datetime_utc as submitted, u.ref_application_status_id, s.application_status, u.has_emailed_application_status,
    u.ref_function_role_id, r.function_role_name, r.hiring_lead_email, r.hiring_lead_name, u.suspected_bot,
    exists (select 1 from resume where resume.user_session_id = u.user_session_id and resume.replaced_at is null) as has_resume,
    (select string_agg(a.question_name || ${part}::text || a.question_text || ${part}::text || coalesce(a.user_answer_text_box, ''), ${answer}::text
        order by a.sort_order, a.ref_question_id)
      from user_session_answer a where a.user_session_id = u.user_session_id ${hidden}) as answers`
}

const namesOfU = sql`join function_role r using (ref_function_role_id) join application_status s using (ref_application_status_id)`
