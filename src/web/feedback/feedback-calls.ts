import { findHeader, listFeedbackQuestions, listOwnFeedback, openHeader, saveFeedback, type FeedbackAnswer, type InterviewHeader } from '#contract/feedback.ts'
import { isCallFailure, type call } from '#web/call.ts'
import type { Target } from './autosave/drafts.ts'
import { storedOf, type Stored } from './autosave/merge.ts'

/** A person waits, and the keeper tries again by itself: no second try behind both their backs. */
const ONCE = { retries: 0 }

export type Saving = { header: InterviewHeader | null; feedbacks: Omit<FeedbackAnswer, 'if_interview_header_id'>[]; submitted: boolean; at: number }
export type FeedbackCalls = ReturnType<typeof feedbackCalls>

/** The calls that one form makes. */
export function feedbackCalls(target: Target, ask: typeof call) {
  /** Null: nothing was saved yet. */
  async function readHeader(): Promise<InterviewHeader | null> {
    return ask(findHeader, target).catch((failure: unknown) => {
      if (isCallFailure(failure) && failure.status === 404) return null
      throw failure
    })
  }

  async function readStored(header: InterviewHeader | null): Promise<Stored> {
    return header ? storedOf(await ask(listOwnFeedback, { if_interview_header_id: header.interview_header_id })) : {}
  }

  /** Saves answers, under a header that is made with the first of them. */
  async function save({ header, feedbacks, submitted, at }: Saving): Promise<{ header: InterviewHeader; stored: Stored }> {
    const under = header ?? (await ask(openHeader, { ...target, interview_datetime_utc: new Date(at).toISOString() }, ONCE))
    const rows = feedbacks.map((one) => ({ ...one, if_interview_header_id: under.interview_header_id }))
    const { feedbacks: details, ...saved } = await ask(saveFeedback, { feedbacks: rows, submitted }, ONCE)
    return { header: saved, stored: storedOf(details) }
  }

  return { readQuestions: () => ask(listFeedbackQuestions, { ref_interview_role_id: target.ref_interview_id }), readHeader, readStored, save }
}
