/** Selects a role's applications from the last 30 days. */
export const recentOf = (role: number) => `s.ref_function_role_id = ${role} and s.application_submitted_datetime_utc >= now() - interval '30 days'`

/** The floor for a list: PostgreSQL builds the same JSON in one statement, as text, so the driver doesn't parse it. */
export function jsonOf(which: string, limit?: number): string {
  return `select json_agg(one)::text from (
    select s.user_session_id, s.alias, s.first_name, s.last_name, s.email, s.linkedin_profile_url, s.application_submitted_datetime_utc,
      s.ref_application_status_id, t.application_status, s.has_emailed_application_status, s.ref_function_role_id, r.function_role_name, r.hiring_lead_email,
      r.hiring_lead_name, s.suspected_bot, exists (select 1 from resume e where e.user_session_id = s.user_session_id and e.replaced_at is null) as has_resume,
      (select json_agg(given) from (
        select a.question_name, a.question_type, a.question_text, coalesce(a.user_answer_text_box, '') as applicants_answer
        from user_session_answer a where a.user_session_id = s.user_session_id order by a.sort_order, a.ref_question_id) given) as answers
    from user_session s join function_role r using (ref_function_role_id) join application_status t using (ref_application_status_id)
    where ${which} and s.restricted_at is null and s.erased_at is null
    order by s.application_submitted_datetime_utc desc, s.user_session_id desc ${limit ? `limit ${limit}` : ''}) one`
}
