import pg from 'pg'

/** Adds a role with this many submitted applications from the last 29 days, newest first by ID; every tenth needs sponsorship. */
export async function addCrowd(databaseUrl: string, count: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `insert into function_role (function_role_name, hiring_lead_email, hiring_lead_name) values ('Crowded Role', 'lead@meridianhealth.example', 'Lena Lead')
       returning ref_function_role_id as id`,
    )
    const role = rows[0].id as number
    await client.query(
      `insert into user_session (ref_function_role_id, ref_application_status_id, capability_hash, application_submitted_datetime_utc, status_changed_at,
         first_name, last_name, email, name_key)
       select $1, 5, 'crowd-' || n, now() - interval '29 days' * (n::float8 / $2), now() - interval '29 days' * (n::float8 / $2),
         'First' || n, 'Last' || n, 'crowd' || n || '@example.com', 'first' || n || ' last' || n from generate_series(1, $2::int) n`,
      [role, count],
    )
    await client.query(
      `insert into user_session_answer
         (user_session_id, ref_question_id, question_name, question_text, question_type, question_placeholder, required_flag, max_words, sort_order, user_answer_text_box)
       select s.user_session_id, q.ref_question_id, q.question_name, q.question_text, q.question_type, '', false, 300, q.sort_order,
         case when q.question_name = 'require_sponsorship' then case when s.user_session_id % 10 = 0 then 'Yes' else 'No' end
              when q.question_name = 'recent_role_tenure' then '18'
              when q.question_type = 'Extended Open Text Box' then repeat('I have cared for people at home and on the phone. ', 3 + s.user_session_id % 9) else 'Yes' end
       from user_session s cross join application_question q where s.ref_function_role_id = $1`,
      [role],
    )
    await client.query(
      `insert into applicant_text (user_session_id, written, words, blind_words)
       select user_session_id, 1, w || array_to_tsvector(array[lower(first_name), lower(last_name)]), w
       from user_session, array_to_tsvector(array['i', 'have', 'cared', 'for', 'people', 'at', 'home', 'and', 'on', 'the', 'phone']) w
       where ref_function_role_id = $1`,
      [role],
    )
    await client.query('analyze user_session, user_session_answer, applicant_text')
    return role
  } finally {
    await client.end()
  }
}
