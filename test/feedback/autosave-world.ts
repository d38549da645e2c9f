import { findHeader, listFeedbackQuestions, listOwnFeedback, openHeader, saveFeedback, type FeedbackAnswer } from '#contract/feedback.ts'
import type { Draft, Drafts, Target } from '#web/feedback/autosave/draft-storage.ts'
import { openAutosave, type AutosaveContext } from '#web/feedback/autosave/autosave.ts'

const TARGET: Target = { user_session_id: 1, ref_interview_id: 2, ref_interviewer_id: 3 }
const QUESTIONS = [10, 11].map((id) => ({
  if_interviewer_role_feedback_question_id: id,
  ref_interview_role_id: 2,
  interview_feedback_question: `Question ${id}`,
}))
const HEADER = { interview_header_id: 7, ...TARGET, interview_datetime_utc: '2026-05-04T09:30:00.000Z', submitted_at: null as string | null, edited_at: null }

/** Opens a server that stores answers as the contract specifies, and fails on command. */
export function openServer() {
  const rows = new Map<number, { text: string; modified_at: string }>()
  const saved: FeedbackAnswer[][] = []
  let headers = 0
  let clock = 0
  const server = { rows, saved, headers: () => headers, failure: null as unknown }
  const detail = (id: number) => ({
    if_interview_feedback_detail_id: id,
    if_interview_header_id: 7,
    if_interviewer_role_feedback_question_id: id,
    interviewer_feedback: rows.get(id)!.text,
    row_created_user_id: 3,
    modified_at: rows.get(id)!.modified_at,
  })
  const answers = new Map<unknown, (input: never) => unknown>([
    [listFeedbackQuestions, () => QUESTIONS],
    [findHeader, () => (rows.size === 0 ? reject(404) : HEADER)],
    [listOwnFeedback, () => [...rows.keys()].map(detail)],
    [openHeader, () => (headers++, HEADER)],
    [
      saveFeedback,
      ({ feedbacks, submitted }: { feedbacks: FeedbackAnswer[]; submitted: boolean }) => {
        const isStale = feedbacks.some((one) => rows.has(id(one)) && one.replaces !== rows.get(id(one))!.modified_at)
        if (isStale) reject(409, [{ path: 'feedbacks.0.interviewer_feedback', message: 'changed' }])
        saved.push(feedbacks)
        for (const one of feedbacks) rows.set(id(one), { text: one.interviewer_feedback, modified_at: `2026-05-04T10:00:0${clock++}.000Z` })
        return { ...HEADER, submitted_at: submitted ? '2026-05-04T11:00:00.000Z' : null, feedbacks: feedbacks.map((one) => detail(id(one))) }
      },
    ],
  ])
  const ask = (async (endpoint: unknown, input: never) => {
    if (server.failure && endpoint === saveFeedback) throw server.failure
    return answers.get(endpoint)!(input)
  }) as AutosaveContext['ask']
  return { ...server, ask, fail: (failure: unknown) => void (server.failure = failure) }
}

const id = (one: FeedbackAnswer) => one.if_interviewer_role_feedback_question_id

export function errorResponse(status: number, errors: { path: string; message: string }[] = []): Error {
  return Object.assign(new Error('ErrorBody'), { status, detail: 'ErrorBody', errors })
}
function reject(status: number, errors: { path: string; message: string }[] = []): never {
  throw errorResponse(status, errors)
}

function openDrafts(draft: Draft | null = null) {
  let kept = draft
  let listen: (draft: Draft) => void = () => {}
  const drafts: Drafts = {
    read: () => kept,
    write: (_, now) => ((kept = now), true),
    remove: () => void (kept = null),
    onOther: (_, listener) => ((listen = listener), () => {}),
  }
  return { drafts, kept: () => kept, announce: (other: Draft) => listen(other) }
}

/** `box` is the storage of another window in the same browser. */
type Start = { server?: ReturnType<typeof openServer>; draft?: Draft | null; box?: ReturnType<typeof openDrafts> }

/** Creates an autosave that hasn't read anything yet. */
export function unread({ server = openServer(), draft = null, box = openDrafts(draft) }: Start = {}) {
  return { server, box, autosave: openAutosave(TARGET, { ask: server.ask, drafts: box.drafts, now: () => Date.now() }), ...box }
}

export async function openWorld(start: Start = {}) {
  const world = unread(start)
  await world.autosave.load()
  return world
}
