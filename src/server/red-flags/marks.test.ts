import { afterAll, expect, test } from 'vitest'
import { listRedFlagMarks, markSentence, removeMark } from '#contract/red-flags/red-flag-marks.ts'
import { createRedFlag, generateRationale, listRedFlags } from '#contract/red-flags/red-flags.ts'
import { readFullFeedback } from '#contract/feedback.ts'
import { makeCandidate, makeInterviewer, writeFeedback } from '#test/interviewing.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()
const ivo = await makeInterviewer(app)

async function candidateWith(text: string) {
  const user_session_id = await makeCandidate(app, 2)
  await writeFeedback(app, ivo, { user_session_id, ref_interview_id: 1, texts: [text] })
  const { body } = await app.call(readFullFeedback, { user_session_id }, admin)
  return { user_session_id, if_interview_feedback_detail_id: body[0]!.feedback[0]!.if_interview_feedback_detail_id }
}

async function newFlag(red_flag_desc: string) {
  const { status, body } = await app.call(createRedFlag, { red_flag_desc }, admin)
  expect(status).toBe(201)
  return body.fgl_ref_red_flag_id
}

async function quotesOf(user_session_id: number, fgl_ref_red_flag_id: number) {
  const { body } = await app.call(generateRationale, { user_session_id, fgl_ref_red_flag_id }, admin)
  return body.citations.map((citation) => [citation.quote, citation.stance])
}

test('an owner adds a red flag, which comes last in every review; each description can be used only once', async () => {
  const id = await newFlag('Refuses to use the electronic health record')
  const { body } = await app.call(listRedFlags, {}, admin)
  expect(body.at(-1)).toMatchObject({ fgl_ref_red_flag_id: id, red_flag_desc: 'Refuses to use the electronic health record', signal_words: [] })
  expect((await app.call(createRedFlag, { red_flag_desc: 'Refuses to use the electronic health record' }, admin)).status).toBe(409)
})

test("a marked sentence surfaces similar sentences about another applicant, until it's marked as something else", async () => {
  const fgl_ref_red_flag_id = await newFlag('Avoids the computer')
  const first = await candidateWith('Friendly. She writes everything into a notebook and never types anything into the computer. Lives nearby.')
  const second = await candidateWith('He writes everything into a notebook and never types anything. He likes parking on the third floor.')
  expect(await quotesOf(second.user_session_id, fgl_ref_red_flag_id)).toEqual([])

  const mark = { ...first, fgl_ref_red_flag_id, quote: 'writes everything into a notebook', stance: 'for' as const }
  const { status, body } = await app.call(markSentence, mark, admin)
  expect(status).toBe(201)
  expect(body).toMatchObject({ quote: 'She writes everything into a notebook and never types anything into the computer.', stance: 'for' })
  expect(await quotesOf(second.user_session_id, fgl_ref_red_flag_id)).toEqual([['He writes everything into a notebook and never types anything.', 'for']])

  await app.call(markSentence, { ...mark, stance: 'none' }, admin)
  const { body: marks } = await app.call(listRedFlagMarks, { user_session_id: first.user_session_id }, admin)
  expect(marks).toEqual([expect.objectContaining({ red_flag_mark_id: body.red_flag_mark_id, stance: 'none', marked_by_email: app.env.ADMIN_EMAILS[0] })])
  expect(await quotesOf(second.user_session_id, fgl_ref_red_flag_id)).toEqual([])
})

test('words that are not in the feedback cannot be marked, nor can feedback on another applicant', async () => {
  const one = await candidateWith('Calm and kind.')
  const other = await candidateWith('Quick and loud.')
  const mark = { ...one, fgl_ref_red_flag_id: 1, quote: 'Calm and kind.', stance: 'against' as const }
  expect((await app.call(markSentence, { ...mark, quote: 'Calm and cruel.' }, admin)).status).toBe(422)
  expect((await app.call(markSentence, { ...mark, user_session_id: other.user_session_id }, admin)).status).toBe(404)

  const { body } = await app.call(markSentence, mark, admin)
  expect((await app.call(removeMark, { id: body.red_flag_mark_id }, admin)).status).toBe(204)
  expect((await app.call(removeMark, { id: body.red_flag_mark_id }, admin)).status).toBe(404)
})
