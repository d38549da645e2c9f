import { sql, type SQL } from 'drizzle-orm'
import { MAX_PERSON_APPLICATIONS } from '#contract/applicants/person.ts'
import type { Db } from '#server/db/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import type { KnownIdentity } from '#server/people/mask/find-person.ts'
import { identityOf } from '#server/people/identity.ts'
import { visible } from '#server/people/visible.ts'

export type PersonRow = KnownIdentity & {
  user_session_id: number
  ref_function_role_id: number
  function_role_name: string
  ref_application_status_id: number
  application_status: string
  submitted: string
  via: string | null
  email_key: string | null
  linkedin_key: string | null
  name_key: string | null
}

/** The application and everything linked to it by address or profile, directly or indirectly; empty if the caller can't see it. */
export async function listOfPerson(db: Db, user_session_id: number, scope: Scope): Promise<PersonRow[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive person as (
      select u.user_session_id, u.email_key, u.linkedin_key from user_session u where u.user_session_id = ${user_session_id} and ${visible(scope, 'u')}
      union
      select u.user_session_id, u.email_key, u.linkedin_key from person p
      join user_session u on (u.email_key = p.email_key or u.linkedin_key = p.linkedin_key) and ${visible(scope, 'u')})
    select user_session_id as id from person limit ${MAX_PERSON_APPLICATIONS}`)
  return listRows(db, sql`u.user_session_id = any(${idsOf(rows)})`)
}

/** Other applications with one of these names. */
export function listOfNames(db: Db, { names, except, scope }: { names: string[]; except: number[]; scope: Scope }): Promise<PersonRow[]> {
  return listRows(
    db,
    sql`u.name_key = any(${sql.param(names)}::text[]) and u.user_session_id <> all(${sql.param(except)}::int[]) and ${visible(scope, 'u')} limit ${MAX_PERSON_APPLICATIONS}`,
  )
}

async function listRows(db: Db, which: SQL): Promise<PersonRow[]> {
  const { rows } = await db.execute<PersonRow>(sql`
    select u.user_session_id, u.ref_function_role_id, r.function_role_name, u.ref_application_status_id, s.application_status,
      u.application_submitted_datetime_utc as submitted, u.via, ${identityOf('u')}, u.email_key, u.linkedin_key, u.name_key
    from (select * from user_session u where ${which}) u
    join function_role r using (ref_function_role_id) join application_status s using (ref_application_status_id)
    order by u.application_submitted_datetime_utc desc, u.user_session_id desc`)
  return rows
}

type PersonQuery = { user_session_id: number; at: string }

export async function listDecisions(db: Db, ids: number[]) {
  const { rows } = await db.execute<
    PersonQuery & { status_change_id: number; who: string | null; from_status: string; to_status: string; is_undone: boolean }
  >(sql`
    select c.user_session_id, c.status_change_id, c.changed_at as at, a.email as who, f.application_status as from_status, t.application_status as to_status,
      c.undone_at is not null as is_undone
    from status_change c
    join application_status f on f.ref_application_status_id = c.from_status_id
    join application_status t on t.ref_application_status_id = c.to_status_id
    left join staff_account a on a.staff_account_id = c.changed_by
    where c.user_session_id = any(${sql.param(ids)}::int[]) order by c.status_change_id desc`)
  return rows
}

/** Every email sent to them, except sign-in links to the candidate's page. */
export async function listEmails(db: Db, ids: number[]) {
  const { rows } = await db.execute<PersonQuery & { email_id: number; subject: string; state: 'queued' | 'sent' | 'failed' | 'withdrawn' }>(sql`
    select user_session_id, email_id, coalesce(sent_at, created_at) as at, subject, state from email_outbox
    where user_session_id = any(${sql.param(ids)}::int[]) and purpose in ('candidate', 'confirmation', 'notice', 'interview') order by email_id desc`)
  return rows
}

export async function listFiles(db: Db, ids: number[]) {
  const { rows } = await db.execute<PersonQuery & { resume_id: number; size_bytes: number; is_current: boolean }>(sql`
    select user_session_id, resume_id, uploaded_at as at, size_bytes, replaced_at is null as is_current from resume
    where user_session_id = any(${sql.param(ids)}::int[]) and stored_at is not null order by resume_id desc`)
  return rows
}

/** Interviews that are or were booked, and those with feedback. */
export async function listInterviews(db: Db, ids: number[]) {
  const { rows } = await db.execute<
    PersonQuery & { interview_name: string; interviewer_name: string; state: 'planned' | 'canceled' | 'feedback begun' | 'feedback given' }
  >(sql`
    select one.user_session_id, one.at, one.state, y.interview_name, i.interviewer_name
    from (
      select h.user_session_id, h.ref_interview_id, h.ref_interviewer_id, h.interview_datetime_utc as at,
        case when h.submitted_at is null then 'feedback begun' else 'feedback given' end as state
      from interview_header h where h.user_session_id = any(${sql.param(ids)}::int[])
      union all
      select b.user_session_id, b.ref_interview_id, b.ref_interviewer_id, b.starts_at, case b.state when 'booked' then 'planned' else 'canceled' end
      from interview_booking b where b.user_session_id = any(${sql.param(ids)}::int[]) and b.state <> 'held' and not exists (
        select 1 from interview_header h where h.user_session_id = b.user_session_id and h.ref_interview_id = b.ref_interview_id
          and h.ref_interviewer_id = b.ref_interviewer_id)) one
    join interview_type y using (ref_interview_id) join interviewer i using (ref_interviewer_id)
    order by one.at desc`)
  return rows
}

function idsOf(rows: { id: number }[]): SQL {
  return sql`${sql.param(rows.map((row) => row.id))}::int[]`
}
