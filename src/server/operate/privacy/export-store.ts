import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

type Row = Record<string, unknown>

/** Whatever tables hold about one application, each row whole except for what is no statement about the person (hashes and keys). */
export async function readAllAbout(tx: Db, user_session_id: number): Promise<Record<string, Row[]>> {
  const id = sql`${user_session_id}::int`
  const about = {
    application: sql`select to_jsonb(u) - 'capability_hash' - 'submitted_hash' || jsonb_build_object('application_status', s.application_status, 'function_role_name', r.function_role_name) as row
      from user_session u join application_status s using (ref_application_status_id) join function_role r using (ref_function_role_id) where u.user_session_id = ${id}`,
    answers: sql`select jsonb_build_object('question_name', question_name, 'question_text', question_text, 'applicants_answer', user_answer_text_box) as row
      from user_session_answer where user_session_id = ${id} order by sort_order, user_session_answer_id`,
    resumes: sql`select to_jsonb(r) as row from resume r where user_session_id = ${id} order by resume_id`,
    status_changes: sql`select to_jsonb(c) - 'undo_token_hash' as row from status_change c where user_session_id = ${id} order by status_change_id`,
    emails: sql`select to_jsonb(m) as row from email_outbox m where user_session_id = ${id} order by email_id`,
    interview_feedback: sql`select jsonb_build_object('interview_name', t.interview_name, 'interviewer_name', i.interviewer_name, 'interview_datetime_utc', h.interview_datetime_utc,
        'interview_feedback_question', q.interview_feedback_question, 'interviewer_feedback', d.interviewer_feedback, 'modified_at', d.modified_at) as row
      from interview_header h join interview_type t using (ref_interview_id) join interviewer i using (ref_interviewer_id)
      left join interview_feedback_detail d on d.if_interview_header_id = h.interview_header_id
      left join interviewer_feedback_question q using (if_interviewer_role_feedback_question_id)
      where h.user_session_id = ${id} order by h.interview_header_id, d.if_interview_feedback_detail_id`,
    hiring_decisions: sql`select to_jsonb(d) || jsonb_build_object('red_flag_desc', f.red_flag_desc) as row
      from hiring_decision_detail d join red_flag f using (fgl_ref_red_flag_id) where user_session_id = ${id} order by fgl_hiring_decision_detail_id`,
    audit_trail: sql`select to_jsonb(a) - 'hash' - 'previous_hash' || jsonb_build_object('personal', p.personal) as row
      from audit_trail a left join audit_personal p using (audit_id)
      where (subject_kind = 'applicant' and subject_id = ${id}) or facts->>'user_session_id' = ${String(user_session_id)} order by audit_id`,
  }
  const found: Record<string, Row[]> = {}
  for (const [name, query] of Object.entries(about)) found[name] = (await tx.execute<{ row: Row }>(query)).rows.map(({ row }) => row)
  return found
}
