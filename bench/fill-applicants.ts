import type { Database } from '#server/db/connect.ts'

/** `count` submitted applications with 13 answers each, spread over ten years; `recent` of them to the first role within the last 30 days. */
export async function fillApplicants(pool: Database['pool'], count: number, recent: number): Promise<void> {
  await pool.query(`insert into function_role (function_role_name, hiring_lead_email, hiring_lead_name)
    select 'Role ' || n, 'lead@meridianhealth.example', 'Lena Lead' from generate_series(1, 20) n`)
  await pool.query(
    `insert into user_session (ref_function_role_id, ref_application_status_id, capability_hash, application_submitted_datetime_utc, first_name, last_name, email,
       linkedin_profile_url, email_key, linkedin_key, name_key)
     select case when n <= $2 then 1 else 2 + n % 19 end, case when n % 3 = 0 then 5 else 2 + n % 12 end, 'bench-' || n,
       now() - case when n <= $2 then random() * interval '29 days' else interval '31 days' + random() * interval '3600 days' end,
       'First' || n, 'Last' || n, 'person' || n || '@example.com', 'https://www.linkedin.com/in/person-' || n, 'person' || n || '@example.com', 'in/person-' || n, 'first' || n || ' last' || n
     from generate_series(1, $1::int) n`,
    [count, recent],
  )
  await pool.query(`insert into user_session_answer
      (user_session_id, ref_question_id, question_name, question_text, question_type, question_placeholder, required_flag, max_words, sort_order, user_answer_text_box)
    select s.user_session_id, q.ref_question_id, q.question_name, q.question_text, q.question_type, q.question_placeholder, q.required_flag, q.max_words, q.sort_order,
      case when q.question_type = 'Extended Open Text Box' then repeat('I have cared for people at home and on the phone, and I write things down. ', 5 + s.user_session_id % 10)
           when q.question_type = 'Text' then 'person ' || s.user_session_id else 'Yes' end
    from user_session s cross join application_question q`)
  await pool.query('analyze')
}
