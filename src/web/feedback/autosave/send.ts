import type { InterviewHeader } from '#contract/feedback.ts'
import { isCallFailure } from '#web/call.ts'
import type { FeedbackCalls } from '#web/feedback/feedback-calls.ts'
import type { Draft } from './draft.ts'
import type { Store } from './store.ts'

export type SendContext = { store: Store; draft: Draft; calls: FeedbackCalls; now: () => number }
export type SendOptions = { submitted: boolean; interview_datetime_utc?: string | null }
/** What happens after a failed save: it's retried automatically, left to the person, or permanently rejected. */
export type Failure = 'passing' | 'choice' | 'refused'

/** Saves these answers; rejects with the server's error. */
export async function send({ store, draft, calls, now }: SendContext, questions: number[], how: SendOptions): Promise<void> {
  store.set({ isSaving: true })
  const feedbacks = questions.map((question) => ({
    if_interviewer_role_feedback_question_id: question,
    interviewer_feedback: store.textOf(question),
    replaces: store.baseOf(question),
  }))
  const { header, stored } = await calls.save({ header: store.read().header, feedbacks, at: now(), ...how })
  store.setStored({ ...store.stored(), ...stored })
  store.set({ header, isSaving: false, saving: { is: 'saved', at: now() } })
  draft.keep()
}

/** Records in the store why a save failed. */
export async function noteFailure(world: SendContext, failure: unknown): Promise<Failure> {
  const { store, draft } = world
  draft.keep()
  const status = isCallFailure(failure) ? failure.status : 0
  if (isCallFailure(failure) && status === 409 && failure.errors.length > 0) return offerConflicts(world)
  const isPassing = status === 0 || status === 401 || status === 429 || status >= 500
  store.set({ isSaving: false, saving: isPassing ? { is: 'waiting' } : { is: 'refused', why: (failure as Error).message } })
  return isPassing ? 'passing' : 'refused'
}

/** Another window changed an answer, so the person chooses between the two texts. */
async function offerConflicts(world: SendContext): Promise<Failure> {
  const { store, calls } = world
  const header = await calls.readHeader().catch(() => null)
  const there = header && (await calls.readStored(header).catch(() => null))
  if (!there) {
    store.set({ isSaving: false, saving: { is: 'waiting' } })
    return 'passing'
  }
  acceptServerAnswers(world, header, there)
  return 'choice'
}

function acceptServerAnswers({ store, now }: SendContext, header: InterviewHeader, there: Parameters<Store['adopt']>[0]): void {
  const mine = store.draftOf(store.ids().filter(store.isUnsaved))
  store.adopt(there)
  const { choices } = store.mergeDraft({ answers: mine, saved_at: now() })
  store.set({ header, choices, isSaving: false, saving: { is: 'nothing' } })
}
