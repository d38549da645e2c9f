import { sql } from 'drizzle-orm'
import { displayedAnswer } from '#contract/questions/question-rules.ts'
import type { InterviewDesk } from '#contract/interview-desk.ts'
import type { AnswersVisibility, ResumeVisibility } from '#contract/interviews.ts'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { Db } from '#server/db/connect.ts'
import { unidentifying } from '#server/people/identity.ts'
import { visible } from '#server/people/visible.ts'
import type { HeaderKey } from './store.ts'

export type DeskRow = Pick<InterviewDesk, 'function_role_name' | 'function_role_description' | 'function_role_requirements' | 'join_url'> & {
  sees_answers: AnswersVisibility
  sees_resume: ResumeVisibility
  starts_at: string | null
  ends_at: string | null
  has_started: boolean
  /** True if the interviewer is booked for this interview or has started feedback on it, or if no one was assigned to it. */
  is_own: boolean
  has_header: boolean
  is_in_panel: boolean
  has_resume: boolean
}

export async function findDesk(db: Db, { user_session_id, ref_interview_id, ref_interviewer_id }: HeaderKey): Promise<DeskRow | null> {
  const inPanel = sql`u.ref_application_status_id = any(${sql.param(statusesWhere((meaning) => meaning.takesFeedback))}::int[])`
  const { rows } = await db.execute<DeskRow>(sql`
    select r.function_role_name, r.function_role_description, r.function_role_requirements, y.sees_answers, y.sees_resume,
      b.starts_at, b.ends_at, b.join_url, coalesce(b.starts_at <= now(), false) as has_started,
      h.interview_header_id is not null as has_header, ${inPanel} as is_in_panel,
      (b.interview_booking_id is not null or h.interview_header_id is not null or not exists (
        select 1 from interview_plan p join interview_plan_part t using (interview_plan_id)
        where p.user_session_id = u.user_session_id and t.ref_interview_id = y.ref_interview_id)) as is_own,
      exists (select 1 from resume where resume.user_session_id = u.user_session_id and resume.replaced_at is null) as has_resume
    from user_session u join function_role r using (ref_function_role_id) join interview_type y on y.ref_interview_id = ${ref_interview_id}
      left join interview_booking b on b.user_session_id = u.user_session_id and b.ref_interview_id = y.ref_interview_id
        and b.ref_interviewer_id = ${ref_interviewer_id} and b.state = 'booked'
      left join interview_header h on h.user_session_id = u.user_session_id and h.ref_interview_id = y.ref_interview_id
        and h.ref_interviewer_id = ${ref_interviewer_id}
    where u.user_session_id = ${user_session_id} and ${visible('everyone', 'u')} and (${inPanel} or h.interview_header_id is not null)`)
  return rows[0] ?? null
}

export async function listAnswersWithoutIdentity(db: Db, user_session_id: number): Promise<InterviewDesk['answers']> {
  const { rows } = await db.execute<InterviewDesk['answers'][number] & { question_type: string }>(sql`
    select a.question_type, a.question_text, coalesce(a.user_answer_text_box, '') as applicants_answer from user_session_answer a
    where a.user_session_id = ${user_session_id} and ${unidentifying('a')} order by a.sort_order, a.ref_question_id`)
  return rows.map(({ applicants_answer, ...asked }) => ({ question_text: asked.question_text, applicants_answer: displayedAnswer(asked, applicants_answer) }))
}
