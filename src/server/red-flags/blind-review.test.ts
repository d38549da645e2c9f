import { afterAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { readFullFeedback } from '#contract/feedback.ts'
import { listRedFlagMarks, markSentence } from '#contract/red-flags/red-flag-marks.ts'
import { createHiringDecisionDetail, generateRationale, listHiringDecisionDetails, updateHiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { makeCandidate, makeInterviewer, writeFeedback } from '#test/interviewing.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp({ LIMITS_SCALE: '1000' })
afterAll(() => app.close())
const admin = await app.admin()
const ivo = await makeInterviewer(app)
const SAID = 'Zelda blamed everybody else for the fault. Ms. Quirk never owned it.'
const MASKED = '[name] blamed everybody else for the fault. [name] never owned it.'

async function makeInterviewedCandidate(): Promise<number> {
  const user_session_id = await makeCandidate(app)
  await app.db.execute(sql`update user_session set first_name = 'Zelda', last_name = 'Quirk' where user_session_id = ${user_session_id}`)
  await writeFeedback(app, ivo, { user_session_id, ref_interview_id: 1, texts: [SAID] })
  return user_session_id
}

test('feedback, drafts, quotes and marks are masked until names are shown, and each reveal is audited', async () => {
  const user_session_id = await makeInterviewedCandidate()
  const { body } = await app.call(generateRationale, { user_session_id, fgl_ref_red_flag_id: 1 }, admin)
  expect(body.citations.length).toBeGreaterThan(0)
  const readEverything = async (identifiable: boolean) =>
    JSON.stringify([
      (await app.call(readFullFeedback, { user_session_id, identifiable }, admin)).body,
      (await app.call(listHiringDecisionDetails, { user_session_id, identifiable }, admin)).body,
      (await app.call(listRedFlagMarks, { user_session_id, identifiable }, admin)).body,
    ])
  const [answer] = (await app.call(readFullFeedback, { user_session_id }, admin)).body.flatMap((one) => one.feedback)
  const { if_interview_feedback_detail_id } = answer!
  const mark = { user_session_id, fgl_ref_red_flag_id: 1, if_interview_feedback_detail_id, quote: '[name] never owned it.', stance: 'for' as const }
  expect((await app.call(markSentence, mark, admin)).body.quote).toBe('[name] never owned it.')
  expect(JSON.stringify(body) + (await readEverything(false))).not.toMatch(/zelda|quirk/i)
  expect(await readEverything(true)).toMatch(/Ms\. Quirk never owned it/)
  const { rows } = await app.db.execute(
    sql`select facts ->> 'shown' as shown from audit_trail where action = 'applicant.revealed' and subject_id = ${user_session_id}`,
  )
  expect(rows.map((row) => row['shown'])).toEqual(['feedback', 'rationales', 'rationales'])
  const stored = await app.db.execute(sql`select quote from red_flag_mark where user_session_id = ${user_session_id}`)
  expect(stored.rows).toEqual([{ quote: 'Ms. Quirk never owned it.' }])
})

test('submitting masked text never replaces the stored text, and a draft still counts as a draft', async () => {
  const user_session_id = await makeInterviewedCandidate()
  const { body } = await app.call(generateRationale, { user_session_id, fgl_ref_red_flag_id: 1 }, admin)
  const row = { user_session_id, fgl_ref_red_flag_id: 1, fgl_absent_flag: false, decided: true, reviewed: true }
  const first = await app.call(createHiringDecisionDetail, { ...row, fgl_rationale: body.agent_rationale }, admin)
  expect(first.body).toMatchObject({ source: 'generated', fgl_rationale: body.agent_rationale })
  const { fgl_hiring_decision_detail_id } = first.body
  await app.call(updateHiringDecisionDetail, { ...row, fgl_hiring_decision_detail_id, fgl_rationale: `Note: ${MASKED}` }, admin)
  const { rows } = await app.db.execute(
    sql`select fgl_rationale, generated::text as generated from hiring_decision_detail where user_session_id = ${user_session_id}`,
  )
  expect(rows[0]!['fgl_rationale']).toBe(`Note: ${SAID}`)
  expect(rows[0]!['generated']).not.toContain('[name]')
})
