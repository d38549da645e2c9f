import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findHeader, listFeedbackQuestions, listOwnFeedback, openHeader, saveFeedback, type FeedbackAnswer } from '#contract/feedback.ts'
import type { Draft, Drafts, Target } from './draft-storage.ts'
import { openKeeper, type World } from './keeper.ts'

const TARGET: Target = { user_session_id: 1, ref_interview_id: 2, ref_interviewer_id: 3 }
const QUESTIONS = [10, 11].map((id) => ({
  if_interviewer_role_feedback_question_id: id,
  ref_interview_role_id: 2,
  interview_feedback_question: `Question ${id}`,
}))
const HEADER = { interview_header_id: 7, ...TARGET, interview_datetime_utc: '2026-05-04T09:30:00.000Z', submitted_at: null as string | null, edited_at: null }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that stores answers as the contract says, and fails on request. */
function openServer() {
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
    [findHeader, () => (rows.size === 0 ? refuse(404) : HEADER)],
    [listOwnFeedback, () => [...rows.keys()].map(detail)],
    [openHeader, () => (headers++, HEADER)],
    [
      saveFeedback,
      ({ feedbacks, submitted }: { feedbacks: FeedbackAnswer[]; submitted: boolean }) => {
        const isStale = feedbacks.some((one) => rows.has(id(one)) && one.replaces !== rows.get(id(one))!.modified_at)
        if (isStale) refuse(409, [{ path: 'feedbacks.0.interviewer_feedback', message: 'changed' }])
        saved.push(feedbacks)
        for (const one of feedbacks) rows.set(id(one), { text: one.interviewer_feedback, modified_at: `2026-05-04T10:00:0${clock++}.000Z` })
        return { ...HEADER, submitted_at: submitted ? '2026-05-04T11:00:00.000Z' : null, feedbacks: feedbacks.map((one) => detail(id(one))) }
      },
    ],
  ])
  const ask = (async (endpoint: unknown, input: never) => {
    if (server.failure && endpoint === saveFeedback) throw server.failure
    return answers.get(endpoint)!(input)
  }) as World['ask']
  return { ...server, ask, fail: (failure: unknown) => void (server.failure = failure) }
}

const id = (one: FeedbackAnswer) => one.if_interviewer_role_feedback_question_id

function refusal(status: number, errors: { path: string; message: string }[] = []): Error {
  return Object.assign(new Error('ErrorBody'), { status, detail: 'ErrorBody', errors })
}
function refuse(status: number, errors: { path: string; message: string }[] = []): never {
  throw refusal(status, errors)
}

function openDrafts(draft: Draft | null = null) {
  let kept = draft
  let hear: (draft: Draft) => void = () => {}
  const drafts: Drafts = {
    read: () => kept,
    write: (_, now) => ((kept = now), true),
    remove: () => void (kept = null),
    onOther: (_, listener) => ((hear = listener), () => {}),
  }
  return { drafts, kept: () => kept, tell: (other: Draft) => hear(other) }
}

async function opened({ server = openServer(), draft = null as Draft | null } = {}) {
  const box = openDrafts(draft)
  const keeper = openKeeper(TARGET, { ask: server.ask, drafts: box.drafts, now: () => Date.now() })
  await keeper.load()
  return { server, keeper, ...box }
}

test('what is typed goes to the server after half a second and into the browser after a second', async () => {
  const { server, keeper, kept } = await opened()
  keeper.write(10, 'A')
  await vi.advanceTimersByTimeAsync(400)
  keeper.write(10, 'AB')
  await vi.advanceTimersByTimeAsync(499)
  expect(server.saved).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(101)
  expect(server.saved.flat().map((one) => one.interviewer_feedback)).toEqual(['AB'])
  expect(kept()!.answers[10]).toMatchObject({ text: 'AB' })
  expect(keeper.read()).toMatchObject({ hasUnsaved: false, saving: { is: 'saved' } })
})

test('the header is made with the first words, and once', async () => {
  const { server, keeper } = await opened()
  expect(server.headers()).toBe(0)
  keeper.write(10, 'A')
  await vi.advanceTimersByTimeAsync(500)
  keeper.write(11, 'B')
  await vi.advanceTimersByTimeAsync(500)
  expect(server.headers()).toBe(1)
})

test('while the server is away it is asked again and again, with growing pauses, and the draft is kept', async () => {
  const { server, keeper, kept } = await opened()
  server.fail(refusal(0))
  keeper.write(10, 'A')
  await vi.advanceTimersByTimeAsync(500)
  expect(keeper.read().saving).toEqual({ is: 'waiting' })
  expect(kept()!.answers[10]).toEqual({ text: 'A', base: null, is_saved: false })
  await vi.advanceTimersByTimeAsync(2000)
  expect(keeper.read().saving).toEqual({ is: 'waiting' })
  server.fail(null)
  await vi.advanceTimersByTimeAsync(4000)
  expect(server.rows.get(10)!.text).toBe('A')
})

test('a refusal is said and not repeated', async () => {
  const { server, keeper } = await opened()
  server.fail(refusal(409))
  keeper.write(10, 'A')
  await vi.advanceTimersByTimeAsync(500)
  expect(keeper.read().saving).toEqual({ is: 'refused', why: 'ErrorBody' })
  server.fail(null)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(server.saved).toHaveLength(0)
  expect(keeper.read().answers[10]).toBe('A')
})

test('a draft that never reached the server comes back, is saved, and the note about it stays', async () => {
  const { server, keeper } = await opened({ draft: { saved_at: 0, answers: { 10: { text: 'From the train', base: null, is_saved: false } } } })
  expect(keeper.read()).toMatchObject({ isRestored: true, hasUnsaved: true, answers: { 10: 'From the train' } })
  await vi.advanceTimersByTimeAsync(500)
  expect(server.rows.get(10)!.text).toBe('From the train')
  expect(keeper.read()).toMatchObject({ isRestored: true, hasUnsaved: false })
  await keeper.load()
  expect(keeper.read().isRestored).toBe(false)
})

test('a draft that was saved does not come back over a newer text of the server', async () => {
  const server = openServer()
  server.rows.set(10, { text: 'Newer', modified_at: '2026-05-04T10:30:00.000Z' })
  const { keeper } = await opened({ server, draft: { saved_at: 0, answers: { 10: { text: 'Older', base: '2026-05-04T09:00:00.000Z', is_saved: true } } } })
  expect(keeper.read()).toMatchObject({ answers: { 10: 'Newer' }, choices: [], hasUnsaved: false })
})

test('when both sides moved on a person chooses, and the choice is what is stored', async () => {
  const server = openServer()
  server.rows.set(10, { text: 'Theirs', modified_at: '2026-05-04T10:30:00.000Z' })
  const { keeper } = await opened({ server, draft: { saved_at: 5, answers: { 10: { text: 'Mine', base: '2026-05-04T09:00:00.000Z', is_saved: false } } } })
  expect(keeper.read().choices).toEqual([{ question: 10, mine: 'Mine', mine_at: 5, theirs: 'Theirs', theirs_at: '2026-05-04T10:30:00.000Z' }])
  await vi.advanceTimersByTimeAsync(5000)
  expect(server.rows.get(10)!.text).toBe('Theirs')
  keeper.choose(10, 'Mine')
  await vi.advanceTimersByTimeAsync(500)
  expect(server.rows.get(10)!.text).toBe('Mine')
})

test('an answer that was changed elsewhere while one typed is put to the choice', async () => {
  const { server, keeper } = await opened()
  keeper.write(10, 'Mine')
  await vi.advanceTimersByTimeAsync(500)
  server.rows.set(10, { text: 'From the phone', modified_at: '2026-05-04T10:59:00.000Z' })
  keeper.write(10, 'Mine, longer')
  await vi.advanceTimersByTimeAsync(500)
  expect(keeper.read().choices).toMatchObject([{ question: 10, mine: 'Mine, longer', theirs: 'From the phone' }])
  expect(server.rows.get(10)!.text).toBe('From the phone')
})

test("another window's saved answer appears where nothing was typed here, and nowhere else", async () => {
  const { keeper, tell } = await opened()
  keeper.write(10, 'Typed here')
  const base = '2026-05-04T10:20:00.000Z'
  tell({ saved_at: 0, answers: { 10: { text: 'There', base, is_saved: true }, 11: { text: 'There', base, is_saved: true } } })
  expect(keeper.read().answers).toEqual({ 10: 'Typed here', 11: 'There' })
})

test('an answer that is too long stays here whole, and does not hold back the others', async () => {
  const { server, keeper } = await opened()
  keeper.write(10, 'word '.repeat(2001))
  keeper.write(11, 'Short')
  await vi.advanceTimersByTimeAsync(500)
  expect([...server.rows.keys()]).toEqual([11])
  expect(keeper.read()).toMatchObject({ hasUnsaved: true, answers: { 10: 'word '.repeat(2001) } })
})

test('submitting sends all answers and leaves no draft behind', async () => {
  const { server, keeper, kept } = await opened()
  keeper.write(10, 'A')
  await keeper.submit()
  expect(server.saved.at(-1)!.map((one) => one.interviewer_feedback)).toEqual(['A', ''])
  expect(keeper.read().header!.submitted_at).toBe('2026-05-04T11:00:00.000Z')
  await vi.advanceTimersByTimeAsync(2000)
  expect(kept()).toBeNull()
})
