import { sql } from 'drizzle-orm'
import { emailKey, linkedinKey, nameKey } from '#contract/applications/person-keys.ts'
import { SUBMITTED } from '#contract/statuses/statuses.ts'
import type { Db } from '#server/db/connect.ts'
import { user_session } from '#server/db/tables.ts'
import { queueForSearch } from '#server/people/search-queue.ts'
import { makeRole } from './make.ts'

export type ApplicantInput = Partial<Omit<typeof user_session.$inferInsert, 'answers'>> & {
  answers?: Record<string, string>
  /** How long ago the application was submitted. */
  daysAgo?: number
}

/** Creates a submitted application with an answer to every question, just as if it had come from the form. */
export async function makeApplicant(db: Db, { answers = {}, daysAgo = 1, ...but }: ApplicantInput = {}) {
  const person = {
    first_name: 'Juniper',
    last_name: 'Ashgrove',
    email: `juniper.ashgrove.${Math.random().toString(36).slice(2)}@example.com`,
    linkedin_profile_url: null,
    ...but,
  }
  const ref_function_role_id = but.ref_function_role_id ?? (await makeRole(db)).ref_function_role_id
  const [session] = await db
    .insert(user_session)
    .values({
      ref_application_status_id: SUBMITTED,
      capability_hash: Math.random().toString(36).slice(2) + Math.random().toString(36).slice(2),
      application_submitted_datetime_utc: sql`now() - make_interval(secs => ${daysAgo * 86_400})` as unknown as string,
      submitted_hash: 'made',
      email_key: emailKey(person.email),
      linkedin_key: linkedinKey(person.linkedin_profile_url),
      name_key: nameKey(person.first_name, person.last_name),
      ...person,
      ref_function_role_id,
    })
    .returning()
  const given = {
    require_sponsorship: 'No',
    startup_previously: 'Yes',
    recent_role_tenure: '18',
    ...Object.fromEntries(Object.entries(person).filter(([, value]) => typeof value === 'string')),
    ...answers,
  }
  await db.execute(sql`
    insert into user_session_answer
      (user_session_id, ref_question_id, question_name, question_text, question_type, question_placeholder, required_flag, max_words, sort_order, user_answer_text_box)
    select ${session!.user_session_id}, q.ref_question_id, q.question_name, q.question_text, q.question_type, q.question_placeholder, q.required_flag,
      q.max_words, q.sort_order, coalesce(${JSON.stringify(given)}::jsonb ->> q.question_name, case when q.question_type = 'Checkboxes' then 'Yes' else '' end)
    from application_question q`)
  await queueForSearch(db, session!.user_session_id)
  return session!
}
