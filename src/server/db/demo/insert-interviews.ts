import { asc } from 'drizzle-orm'
import { continueAfter } from '#server/db/reference/seed-reference.ts'
import { interview_feedback_detail, interview_header, interview_type, interviewer_feedback_question } from '#server/db/tables.ts'
import type { Applicant } from './applicant.ts'
import { feedbackDecks } from './feedback.ts'
import type { HeldInterview } from './feedback.ts'
import { momentOf } from './journey.ts'
import { inBatches } from './scene.ts'
import type { Scene } from './scene.ts'

/** One interviewer's answer to one feedback question. */
export type DemoFeedback = {
  if_interview_feedback_detail_id: number
  user_session_id: number
  interview_name: string
  interviewer: number
  interviewer_feedback: string
}

const NAMES = ['Interview A', 'Interview B', 'Interview C'] as const

/** Inserts interviews and their feedback, and returns the feedback. */
export async function insertInterviews({ tx, applicants, interviewers, now }: Scene): Promise<DemoFeedback[]> {
  const types = await tx.select().from(interview_type).orderBy(asc(interview_type.ref_interview_id)).limit(NAMES.length)
  const questions = await tx.select().from(interviewer_feedback_question).orderBy(asc(interviewer_feedback_question.sort_order))
  const feedbackOf = feedbackDecks()
  const all = applicants.flatMap((applicant) => feedbackOf(applicant).map((held) => ({ applicant, held })))

  const headers = all.map(({ applicant, held }, place) => ({
    interview_header_id: place + 1,
    user_session_id: applicant.user_session_id,
    ref_interview_id: types[held.interview]!.ref_interview_id,
    ref_interviewer_id: interviewers[held.interviewer]!,
    ...timesOf(applicant, held, now),
  }))
  const details = all.flatMap(({ applicant, held }, place) => {
    const asked = questions.filter((one) => one.ref_interview_role_id === types[held.interview]!.ref_interview_id)
    return held.texts.flatMap((text, question) =>
      text === null || !asked[question] ? [] : [{ text, question: asked[question], header: headers[place]!, applicant, held }],
    )
  })
  await inBatches(headers, (rows) => tx.insert(interview_header).values(rows))
  const rows = details.map(({ text, question, header }, place) => ({
    if_interview_feedback_detail_id: place + 1,
    if_interview_header_id: header.interview_header_id,
    if_interviewer_role_feedback_question_id: question.if_interviewer_role_feedback_question_id,
    interviewer_feedback: text,
    row_created_user_id: header.ref_interviewer_id,
    modified_at: header.submitted_at ?? header.created_at,
  }))
  await inBatches(rows, (portion) => tx.insert(interview_feedback_detail).values(portion))
  await continueAfter(tx, interview_header, interview_header.interview_header_id)
  await continueAfter(tx, interview_feedback_detail, interview_feedback_detail.if_interview_feedback_detail_id)
  return details.map(({ text, header, held }, place) => ({
    if_interview_feedback_detail_id: place + 1,
    user_session_id: header.user_session_id,
    interview_name: types[held.interview]!.interview_name,
    interviewer: held.interviewer,
    interviewer_feedback: text,
  }))
}

function timesOf(applicant: Applicant, { interview, isDraft }: HeldInterview, now: Date) {
  const held = momentOf(applicant, NAMES[interview]!, now)
  const after = (minutes: number) => new Date(held.getTime() + minutes * 60_000).toISOString()
  return { interview_datetime_utc: held.toISOString(), created_at: after(50), submitted_at: isDraft ? null : after(95) }
}
