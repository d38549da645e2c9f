import type pg from 'pg'
import type { Database } from '#server/db/connect.ts'

export type Crowd = {
  applications: number
  /** The number who applied for the first role in the last 30 days. The others are spread over seven years and the other roles. */
  recent: number
  /** The number of questions each person answered; defaults to all. Every thousandth person answered all of them in any case. */
  answers?: number
}

/** Looks like a random reference but is unique for each `n`; a million random ones would include a few duplicates. */
const REFERENCE = Array.from({ length: 8 }, (_, place) => `substr('CDFGHJKMPQRTVWXY2346789', 1 + (n::bigint * 40692013 / ${23 ** place} % 23)::int, 1)`).join(
  ' || ',
)

const ROLES = 40

/** How many of every hundred applications are in each status: 10 are open, the others were decided long ago. */
const STATUS_OF_N = `case when n % 100 < 6 then 5 when n % 100 < 9 then 4 when n % 100 = 9 then 2 when n % 100 < 60 then 3 else 6 + n % 8 end`

/**
 * Creates submitted applications with an answer to every question in a few statements, and analyzes the tables. Use it only on a database without
 * applications: indexes are created after the rows, and foreign keys aren't checked.
 */
export async function makeManyApplicants(pool: Database['pool'], crowd: Crowd): Promise<void> {
  await atOnce(pool, ['user_session', 'user_session_answer', 'applicant_text', 'license'], async (run) => {
    await run(`insert into function_role (function_role_name, hiring_lead_email, hiring_lead_name)
      select 'Role ' || n, 'lead@meridianhealth.example', 'Lena Lead' from generate_series(1, ${ROLES}) n`)
    await run(
      `insert into user_session (ref_function_role_id, ref_application_status_id, capability_hash, application_submitted_datetime_utc, created_at, last_action_at,
         status_changed_at, has_emailed_application_status, first_name, last_name, email, linkedin_profile_url, email_key, linkedin_key, name_key, reference)
       select r.first + case when n > $1::int - $2::int then 0 else 1 + n % ${ROLES - 1} end, ${STATUS_OF_N}, 'made-' || n, at, at, at, case when ${STATUS_OF_N} = 5 then at else least(now(), at + interval '3 days') end, ${STATUS_OF_N} not in (2, 4, 5), 'First' || n, 'Last' || n, 'person' || n || '@example.com', 'https://www.linkedin.com/in/person-' || n,
         'person' || n || '@example.com', 'in/person-' || n, 'first' || n || ' last' || n, ${REFERENCE}
       from (select n, now() - case when n > $1 - $2 then interval '29 days' * (($1 - n)::float8 / $2) else interval '31 days' + interval '2500 days' * (($1 - n)::float8 / $1) end as at
             from generate_series(1, $1::int) n) made,
         (select max(ref_function_role_id) - ${ROLES - 1} as first from function_role) r`,
      [crowd.applications, crowd.recent],
    )
    await run(
      `insert into user_session_answer
        (user_session_id, ref_question_id, question_name, question_text, question_type, question_placeholder, required_flag, max_words, sort_order, user_answer_text_box)
      select s.user_session_id, q.ref_question_id, q.question_name, q.question_text, q.question_type, q.question_placeholder, q.required_flag, q.max_words, q.sort_order,
        case when q.question_type = 'Extended Open Text Box' then repeat('I have cared for people at home and on the phone, and I write things down. ', 8 + s.user_session_id % 12)
             when q.question_type = 'Text' then 'person ' || s.user_session_id else 'Yes' end
      from user_session s
      join (select *, row_number() over (order by sort_order) as place from application_question) q on $1::int is null or place <= $1 or s.user_session_id % 1000 = 0`,
      [crowd.answers ?? null],
    )
    await run(`insert into applicant_text (user_session_id, written, resume_text, words, blind_words)
      select user_session_id, 1, 'Ward ' || user_session_id % 500, w || array_to_tsvector(array['first' || user_session_id, 'last' || user_session_id]), w
      from user_session, array_to_tsvector(array['i', 'have', 'cared', 'for', 'people', 'at', 'home', 'and', 'on', 'the', 'phone', 'write', 'things', 'down', 'yes', 'person',
        user_session_id::text, 'ward' || user_session_id % 500, 'town' || user_session_id % 9000]) w`)
    await run(`insert into license (user_session_id, place, license_type, license_state, license_number, is_multistate, expires_on, is_in_progress, privileges)
      select user_session_id, 0, 'RN', (array['CA', 'TX', 'NY', 'FL', 'OH'])[1 + user_session_id / 5 % 5], 'RN' || user_session_id, false, current_date + user_session_id % 900, false, '{}'
      from user_session where user_session_id % 5 = 0`)
  })
}

/** Creates the applications' history: any decision, emails, resumes, feedback, and the audit trail for all of it. */
export async function makeManyHistories(pool: Database['pool']): Promise<void> {
  await atOnce(
    pool,
    ['status_change', 'email_outbox', 'resume', 'audit_trail', 'interview_header', 'interview_feedback_detail', 'hiring_decision_detail', 'interview_booking'],
    async (run) => {
      await run(`insert into status_change (user_session_id, from_status_id, to_status_id, changed_at)
      select user_session_id, 5, ref_application_status_id, least(now(), application_submitted_datetime_utc + interval '3 days') from user_session where ref_application_status_id <> 5`)
      await run(`insert into email_outbox (purpose, user_session_id, status_change_id, ref_application_status_id, template_name, message_id, to_address, subject, html, text, state)
      select 'candidate', user_session_id, status_change_id, to_status_id, 'Application Rejection', 'made-' || status_change_id, 'person@example.com', 'Hello',
        repeat('<p>Thank you.</p>', 20), '', case when status_change_id % 1000 = 0 then 'failed' when status_change_id % 1000 = 1 then 'queued' else 'sent' end from status_change`)
      await run(
        `insert into resume (user_session_id, storage_key, sha256, size_bytes) select user_session_id, 'made-' || user_session_id, '', 1 from user_session`,
      )
      await run(`insert into audit_trail (at, actor_kind, action, subject_kind, subject_id, hash)
      select changed_at, 'admin', 'applicant.status-changed', 'applicant', user_session_id, status_change_id::text from status_change`)
      await run(
        `insert into interviewer (interviewer_name, interviewer_email) select 'Interviewer ' || n, 'interviewer' || n || '@meridianhealth.example' from generate_series(1, 50) n`,
      )
      await run(`insert into interview_header (user_session_id, ref_interview_id, ref_interviewer_id, interview_datetime_utc, submitted_at)
      select user_session_id, 1, 1 + user_session_id % 50, now(), now() from user_session where ref_application_status_id in (2, 8, 9, 10, 11, 12, 13)`)
      await run(`insert into interview_booking (user_session_id, ref_interview_id, ref_interviewer_id, starts_at, ends_at, state, uid)
      select user_session_id, 1, 1 + user_session_id % 50, application_submitted_datetime_utc + interval '9 days', application_submitted_datetime_utc + interval '9 days 15 minutes',
        'booked', 'made-' || user_session_id from user_session where ref_application_status_id in (2, 8, 9, 10, 11, 12, 13)`)
      await run(`insert into interview_feedback_detail (if_interview_header_id, if_interviewer_role_feedback_question_id, interviewer_feedback, row_created_user_id)
      select interview_header_id, if_interviewer_role_feedback_question_id, 'Calm and exact.', 1 from interview_header join interviewer_feedback_question
        on ref_interview_role_id = ref_interview_id`)
      await run(`insert into staff_account (email) values ('lead@meridianhealth.example')`)
      await run(`insert into hiring_decision_detail (user_session_id, fgl_ref_red_flag_id, row_created_user_id)
      select user_session_id, fgl_ref_red_flag_id, staff_account_id from interview_header cross join red_flag cross join staff_account`)
    },
  )
}

type Run = (text: string, values?: unknown[]) => Promise<pg.QueryResult>

/** Uses a single transaction on empty tables without indexes. If configured that way, PostgreSQL doesn't have to log it. */
async function atOnce(pool: Database['pool'], tables: string[], fill: (run: Run) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  const run: Run = (text, values) => client.query({ text, values, query_timeout: 2 ** 31 - 1 } as pg.QueryConfig)
  try {
    await run(`begin; set local statement_timeout = 0; set local session_replication_role = replica; set local maintenance_work_mem = '512MB'`)
    await run(`truncate ${tables.join(', ')} restart identity cascade`)
    const recreate = await dropIndexes(run, tables)
    await fill(run)
    for (const statement of recreate) await run(statement)
    await run('commit; begin; set local statement_timeout = 0')
    await run('analyze')
    await run('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Returns the statements that recreate them. Keeps keys that other tables reference. */
async function dropIndexes(run: Run, tables: string[]): Promise<string[]> {
  const { rows } = await run(
    `select format(case when c.oid is null then 'drop index %I' else 'alter table %2$I drop constraint %1$I' end, i.relname, t.relname) as drop,
       case when c.oid is null then pg_get_indexdef(i.oid) else format('alter table %I add constraint %I %s', t.relname, i.relname, pg_get_constraintdef(c.oid)) end as make
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     left join pg_constraint c on c.conindid = i.oid and c.contype in ('p', 'u', 'x')
     where t.relname = any($1) and not exists (select 1 from pg_constraint f where f.contype = 'f' and f.conindid = i.oid)`,
    [tables],
  )
  for (const { drop } of rows) await run(drop)
  return rows.map((row: { make: string }) => row.make)
}
