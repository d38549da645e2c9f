import { sql } from 'drizzle-orm'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { Db } from '#server/db/connect.ts'

/**
 * Returns whether someone with this address interviews this panel candidate and hasn't submitted feedback: they have an interview booked, have
 * started feedback, or are the only one assigned to an interview. Returns false if no one else has written anything, or once the candidate has left
 * the panel stage.
 */
export async function owesFeedback(db: Db, email: string, user_session_id: number): Promise<boolean> {
  const inPanel = sql`u.ref_application_status_id = any(${sql.param(statusesWhere((meaning) => meaning.takesFeedback))}::int[])`
  const { rows } = await db.execute(sql`
    select 1 from interviewer i join user_session u on u.user_session_id = ${user_session_id}
    where i.interviewer_email = ${email} and ${inPanel} and exists (select 1 from interview_header other
        where other.user_session_id = u.user_session_id and other.ref_interviewer_id <> i.ref_interviewer_id) and exists (
      select 1 from (
        select b.ref_interview_id from interview_booking b
          where b.user_session_id = u.user_session_id and b.ref_interviewer_id = i.ref_interviewer_id and b.state = 'booked'
        union select h.ref_interview_id from interview_header h
          where h.user_session_id = u.user_session_id and h.ref_interviewer_id = i.ref_interviewer_id
        union select t.ref_interview_id from interview_plan p join interview_plan_part t using (interview_plan_id)
          where p.user_session_id = u.user_session_id and t.interviewer_ids = array[i.ref_interviewer_id]) own
      where not exists (select 1 from interview_header h where h.user_session_id = u.user_session_id
        and h.ref_interviewer_id = i.ref_interviewer_id and h.ref_interview_id = own.ref_interview_id and h.submitted_at is not null))`)
  return rows.length > 0
}
