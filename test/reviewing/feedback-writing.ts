import { and, eq } from 'drizzle-orm'
import { openHeader } from '#contract/feedback.ts'
import { REJECTED_AFTER_A } from '#contract/statuses/statuses.ts'
import { audit_trail, user_session } from '#server/db/tables.ts'
import { INTERVIEW_DAY, makeCandidate, makeInterviewer, questionsOf, setStatus } from '../interviewing.ts'
import type { TestApp } from '../setup/app.ts'

export const INTERVIEW_A = 1

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** Creates two interviewers and an admin; `opened` starts the first interviewer's feedback on a new candidate. */
export async function feedbackWriters(app: TestApp) {
  const ivo = await makeInterviewer(app, 'Ivo Interviewer')
  const uma = await makeInterviewer(app, 'Uma Other')
  const admin = await app.admin()

  const headerOf = (user_session_id: number, by = ivo) => ({
    user_session_id,
    ref_interview_id: INTERVIEW_A,
    ref_interviewer_id: by.ref_interviewer_id,
    interview_datetime_utc: INTERVIEW_DAY,
  })

  async function opened(by = ivo) {
    const user_session_id = await makeCandidate(app)
    const { body: header } = await app.call(openHeader, headerOf(user_session_id, by), by.as)
    const questions = await questionsOf(app, by, INTERVIEW_A)
    const answerTo = (place: number, interviewer_feedback: string, replaces?: string | null) => ({
      if_interview_header_id: header.interview_header_id,
      if_interviewer_role_feedback_question_id: questions[place]!.if_interviewer_role_feedback_question_id,
      interviewer_feedback,
      ...(replaces !== undefined && { replaces }),
    })
    return { user_session_id, header, answerTo }
  }

  const auditOf = (user_session_id: number, action: string) =>
    app.db
      .select()
      .from(audit_trail)
      .where(and(eq(audit_trail.subject_id, user_session_id), eq(audit_trail.action, action)))

  return { ivo, uma, admin, headerOf, opened, auditOf }
}

/** Moves the candidate out of the panel interview stage, dated this many hours ago. */
export async function leavePanel(app: TestApp, user_session_id: number, hours: number): Promise<void> {
  await setStatus(app, user_session_id, REJECTED_AFTER_A)
  await app.db
    .update(user_session)
    .set({ status_changed_at: hoursAgo(hours) })
    .where(eq(user_session.user_session_id, user_session_id))
}
