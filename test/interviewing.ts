import { eq } from 'drizzle-orm'
import { listFeedbackQuestions, openHeader, saveFeedback, type FeedbackQuestion } from '#contract/feedback.ts'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { interviewer, user_session } from '#server/db/tables.ts'
import { apply } from './applying.ts'
import { makeRole } from './make.ts'
import type { Actor, TestApp } from './setup/app.ts'

export type Interviewing = { as: Actor & { token: string; staff_account_id: number }; ref_interviewer_id: number; email: string }

/** Creates a registered interviewer, signed in. */
export async function makeInterviewer(app: TestApp, name = 'Ivo Interviewer'): Promise<Interviewing> {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}@${app.env.COMPANY_DOMAIN}`
  const as = await app.interviewer(email)
  const [row] = await app.db.insert(interviewer).values({ interviewer_name: name, interviewer_email: email }).returning()
  return { as, email, ref_interviewer_id: row!.ref_interviewer_id }
}

/** Creates a submitted application in a given status, by default the panel interview. */
export async function makeCandidate(app: TestApp, ref_application_status_id = PROCEED, but: Record<string, string> = {}): Promise<number> {
  const role = await makeRole(app.db)
  const { user_session_id } = await apply(app, role.ref_function_role_id, but)
  await setStatus(app, user_session_id, ref_application_status_id)
  return user_session_id
}

export async function setStatus(app: TestApp, user_session_id: number, ref_application_status_id: number): Promise<void> {
  await app.db.update(user_session).set({ ref_application_status_id }).where(eq(user_session.user_session_id, user_session_id))
}

export const INTERVIEW_DAY = '2026-05-04T09:30:00Z'

/** Writes an interviewer's feedback on a candidate; `texts` are the answers, in question order. */
export async function writeFeedback(
  app: TestApp,
  by: Interviewing,
  about: { user_session_id: number; ref_interview_id: number; texts: string[]; submitted?: boolean },
) {
  const { user_session_id, ref_interview_id, texts, submitted = true } = about
  const questions = await questionsOf(app, by, ref_interview_id)
  const header = await app.call(
    openHeader,
    { user_session_id, ref_interview_id, ref_interviewer_id: by.ref_interviewer_id, interview_datetime_utc: INTERVIEW_DAY },
    by.as,
  )
  const feedbacks = texts.map((interviewer_feedback, place) => ({
    if_interview_header_id: header.body.interview_header_id,
    if_interviewer_role_feedback_question_id: questions[place]!.if_interviewer_role_feedback_question_id,
    interviewer_feedback,
  }))
  const saved = await app.call(saveFeedback, { feedbacks, submitted }, by.as)
  if (saved.status > 201) throw new Error(JSON.stringify(saved.body))
  return saved.body
}

export async function questionsOf(app: TestApp, by: Interviewing, ref_interview_role_id: number): Promise<FeedbackQuestion[]> {
  return (await app.call(listFeedbackQuestions, { ref_interview_role_id }, by.as)).body
}
