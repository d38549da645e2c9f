import {
  correctInterviewTime,
  findHeader,
  listFeedbackQuestions,
  listOwnFeedback,
  openHeader,
  saveFeedback,
  type FeedbackAnswer,
  type InterviewHeader,
} from '#contract/feedback.ts'
import { isCallFailure, type call } from '#web/call.ts'
import type { Target } from './autosave/draft-storage.ts'
import { toStored, type StoredAnswers } from './autosave/merge.ts'

/** The autosave does its own retries. */
const NO_RETRY = { retries: 0 }

export type Saving = {
  header: InterviewHeader | null
  feedbacks: Omit<FeedbackAnswer, 'if_interview_header_id'>[]
  submitted: boolean
  at: number
  /** When the interview was, if the interviewer has entered it; otherwise, `at` is the estimate. */
  interview_datetime_utc?: string | null
}
export type FeedbackCalls = ReturnType<typeof feedbackCalls>

/** The API calls a form makes. */
export function feedbackCalls(target: Target, ask: typeof call) {
  /** Null until something has been saved. */
  async function readHeader(): Promise<InterviewHeader | null> {
    return ask(findHeader, target).catch((failure: unknown) => {
      if (isCallFailure(failure) && failure.status === 404) return null
      throw failure
    })
  }

  async function readStored(header: InterviewHeader | null): Promise<StoredAnswers> {
    return header ? toStored(await ask(listOwnFeedback, { if_interview_header_id: header.interview_header_id })) : {}
  }

  function correctTime(header: InterviewHeader, interview_datetime_utc: string): Promise<InterviewHeader> {
    return ask(correctInterviewTime, { id: header.interview_header_id, interview_datetime_utc }, NO_RETRY)
  }

  function open({ at, interview_datetime_utc }: Saving): Promise<InterviewHeader> {
    const time = { interview_datetime_utc: interview_datetime_utc ?? new Date(at).toISOString(), time_confirmed: Boolean(interview_datetime_utc) }
    return ask(openHeader, { ...target, ...time }, NO_RETRY)
  }

  /** Saves answers under a header; the first save creates it. */
  async function save(saving: Saving): Promise<{ header: InterviewHeader; stored: StoredAnswers }> {
    const { feedbacks, submitted, interview_datetime_utc } = saving
    let header = saving.header ?? (await open(saving))
    if (interview_datetime_utc) header = await correctTime(header, interview_datetime_utc)
    const rows = feedbacks.map((one) => ({ ...one, if_interview_header_id: header.interview_header_id }))
    const { feedbacks: details, ...saved } = await ask(saveFeedback, { feedbacks: rows, submitted }, NO_RETRY)
    return { header: saved, stored: toStored(details) }
  }

  return { readQuestions: () => ask(listFeedbackQuestions, { ref_interview_role_id: target.ref_interview_id }), readHeader, readStored, correctTime, save }
}
