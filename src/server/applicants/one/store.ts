import { sql } from 'drizzle-orm'
import type { ApplicantName, LinkedApplication } from '#contract/applicants/applicants.ts'
import type { Db } from '#server/db/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { byNameOf, nameOf, unidentifying } from '#server/people/identity.ts'
import { newestIn, type Order } from '#server/applicants/list/list-store.ts'
import { visible } from '#server/people/visible.ts'
import type { StoredFile } from '#server/files/read-intact.ts'

/** Applicants in a status with their names, by last name. */
export async function listNamesByStatus(db: Db, ref_application_status_id: number, scope: Scope) {
  const { rows } = await db.execute<Required<ApplicantName>>(sql`
    select u.user_session_id, u.alias, ${nameOf('u')}, u.ref_application_status_id, s.application_status, u.ref_function_role_id, r.function_role_name
    from user_session u
    join function_role r using (ref_function_role_id)
    join application_status s using (ref_application_status_id)
    where u.ref_application_status_id = ${ref_application_status_id} and ${visible(scope, 'u')}
    order by ${byNameOf('u')}, u.user_session_id`)
  return rows
}

type LinkedRow = Omit<LinkedApplication, 'application_submitted_datetime_utc'> & { submitted: string }

/** Other submitted applications with the same address, profile or full name, newest first; null when there is no such application. */
export async function listLinked(
  db: Db,
  { user_session_id, scope, order }: { user_session_id: number; scope: Scope; order: Order },
): Promise<LinkedRow[] | null> {
  const { rows: found } = await db.execute<{ email_key: string | null; linkedin_key: string | null; name_key: string | null }>(sql`
    select email_key, linkedin_key, name_key from user_session where user_session_id = ${user_session_id} and ${visible(scope)}`)
  const keys = found[0]
  if (!keys) return null
  const { rows } = await db.execute<LinkedRow>(sql`
    select u.user_session_id, u.alias, u.ref_function_role_id, r.function_role_name, u.ref_application_status_id, s.application_status,
      u.application_submitted_datetime_utc as submitted,
      greatest(1, (now() at time zone ${order.time_zone})::date - (u.application_submitted_datetime_utc at time zone ${order.time_zone})::date)::int as days_ago,
      array_remove(array[
        case when u.email_key = ${keys.email_key}::text then 'email' end,
        case when u.linkedin_key = ${keys.linkedin_key}::text then 'linkedin' end,
        case when u.name_key = ${keys.name_key}::text then 'name' end], null) as matched_on,
      array(
        select theirs.question_text
        from user_session_answer theirs join user_session_answer ours using (question_name)
        where theirs.user_session_id = u.user_session_id and ours.user_session_id = ${user_session_id}
          and ${unidentifying('theirs')}
          and btrim(coalesce(theirs.user_answer_text_box, '')) <> btrim(coalesce(ours.user_answer_text_box, ''))
        order by theirs.sort_order) as differs_in
    from user_session u
    join function_role r using (ref_function_role_id)
    join application_status s using (ref_application_status_id)
    where (u.email_key = ${keys.email_key}::text or u.linkedin_key = ${keys.linkedin_key}::text or u.name_key = ${keys.name_key}::text)
      and u.user_session_id <> ${user_session_id} and ${visible(scope, 'u')}
    order by ${newestIn(order)}
    limit 100`)
  return rows
}

/** The current resume; with `email_key`, on behalf of that mailbox's owner. */
export async function findResume(db: Db, user_session_id: number, scope: Scope, email_key: string | null = null) {
  const { rows } = await db.execute<StoredFile & { resume_id: number; uploaded_at: string }>(sql`
    select storage_key, sha256, size_bytes, resume_id, uploaded_at from resume join user_session using (user_session_id)
    where user_session_id = ${user_session_id} and replaced_at is null and ${visible(scope)}
      and (${email_key}::text is null or email_key = ${email_key}::text)`)
  return rows[0] ?? null
}
