import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { saveFeedbackAnswer } from '#contract/feedback.ts'
import { createHiringDecisionDetail, generateRationale, updateHiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { REJECTED_AFTER_A } from '#contract/statuses/statuses.ts'
import { updateStatus } from '#contract/applicants/moves.ts'
import { interviewer } from '#server/db/tables.ts'
import { makeCandidate, makeInterviewer, questionsOf, writeFeedback } from '#test/interviewing.ts'
import { listVersions } from '#contract/versions.ts'
import { startApp } from '#test/setup/app.ts'
import { redFlagReview, BLAMES_OTHERS, FRIENDLY } from '#test/reviewing/red-flag-drafts.ts'

const app = await startApp()
afterAll(() => app.close())
const { ivo, admin, flag, interviewed, auditsOf } = await redFlagReview(app)

test('a draft quotes feedback on this applicant verbatim and is saved as generated and not reviewed', async () => {
  const { user_session_id, generate, read } = await interviewed()
  const { status, body } = await generate()

  expect(status).toBe(200)
  expect(body).toMatchObject({ generator: 'evidence-finder', agent_absent_flag: false, sufficient_evidence: true })
  expect(body.citations).toContainEqual(expect.objectContaining({ interview_name: 'Interview A', interviewer_name: 'Ivo Interviewer', quote: BLAMES_OTHERS }))
  const [saved] = await read()
  expect(saved).toEqual(body.saved)
  expect(saved).toMatchObject({ fgl_rationale: body.agent_rationale, source: 'generated', reviewed: false, stale: false, generator: 'evidence-finder' })
  expect((await auditsOf(user_session_id, 'rationale.generated'))[0]).toMatchObject({
    actor_id: admin.staff_account_id,
    facts: { generator: 'evidence-finder', model: null, prompt_hash: null, is_saved: true },
  })
})

test("the draft uses only feedback on this applicant, including interviewers' drafts", async () => {
  const stranger = await interviewed(['Blamed everybody else for the fault.'])
  const user_session_id = await makeCandidate(app)
  await writeFeedback(app, ivo, { user_session_id, ref_interview_id: 2, texts: ['He owned the mistake at once.'], submitted: false })
  const { body } = await app.call(generateRationale, { user_session_id, fgl_ref_red_flag_id: flag!.fgl_ref_red_flag_id }, admin)

  expect(body.citations.map((citation) => citation.quote)).toEqual(['He owned the mistake at once.'])
  expect(body.agent_rationale).toContain('No feedback yet from Interview A and Interview C.')
  expect(body.agent_rationale).toContain('Not submitted yet, so it may change: Interview B (Ivo Interviewer).')
  expect(await stranger.read()).toEqual([])
})

test('without feedback, the draft says there is no evidence', async () => {
  const user_session_id = await makeCandidate(app)
  const { body } = await app.call(generateRationale, { user_session_id, fgl_ref_red_flag_id: flag!.fgl_ref_red_flag_id }, admin)

  expect(body).toMatchObject({ sufficient_evidence: false, agent_absent_flag: false, citations: [] })
})

test('saving an unchanged draft creates the decision; a table submitted by a person counts as reviewed', async () => {
  const { row, generate, read } = await interviewed()
  const { body: drafted } = await generate()
  const asItIs = { ...row, fgl_absent_flag: drafted.agent_absent_flag, fgl_rationale: drafted.agent_rationale }
  const created = await app.call(createHiringDecisionDetail, asItIs, admin)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ source: 'generated', reviewed: false })
  expect((await app.call(createHiringDecisionDetail, asItIs, admin)).status).toBe(409)

  const { fgl_hiring_decision_detail_id } = created.body
  const submitted = await app.call(updateHiringDecisionDetail, { fgl_hiring_decision_detail_id, ...asItIs }, admin)
  expect(submitted.body).toMatchObject({ source: 'generated', reviewed: true })
  expect((await read())[0]!.citations).toEqual(drafted.citations)
})

test("a request body can't set a text's origin, and an edited draft counts as the person's own", async () => {
  const { row, generate } = await interviewed()
  const { body } = await generate()
  const { fgl_hiring_decision_detail_id } = body.saved!
  const edited = { fgl_hiring_decision_detail_id, ...row, fgl_absent_flag: true, fgl_rationale: 'My own words.', reviewed: true, source: 'generated' }
  const saved = await app.call(updateHiringDecisionDetail, edited as never, admin)

  expect(saved.body).toMatchObject({ source: 'person', reviewed: true, fgl_rationale: 'My own words.' })
  expect(saved.body.citations).toEqual(body.citations)
})

test("a person's text is not overwritten unless they agree", async () => {
  const { row, generate, read } = await interviewed()
  await app.call(createHiringDecisionDetail, { ...row, fgl_absent_flag: true, fgl_rationale: 'My own words.' }, admin)

  const first = await generate()
  expect(first.status).toBe(200)
  expect(first.body.saved).toBeNull()
  expect((await read())[0]).toMatchObject({ fgl_absent_flag: true, fgl_rationale: 'My own words.', source: 'person', reviewed: true })

  const second = await generate({ overwrite: true })
  expect(second.body.saved).toMatchObject({ fgl_absent_flag: false, source: 'generated', reviewed: false })
  const { body: versions } = await app.call(listVersions, { id: row.user_session_id }, admin)
  expect(versions.filter(({ kind }) => kind === 'rationale').map(({ text }) => text)).toEqual(
    expect.arrayContaining([expect.stringContaining('My own words.'), expect.stringContaining(second.body.agent_rationale)]),
  )
})

test.each([
  ['Present', true],
  ['Undecided', false],
])("a signed %s without text isn't replaced by a draft unless the signer agrees, and is then kept as a version", async (_, decided) => {
  const { row, generate, read } = await interviewed()
  await app.call(createHiringDecisionDetail, { ...row, fgl_absent_flag: false, fgl_rationale: '', reviewed: true, decided }, admin)
  const [signed] = await read()
  expect((await generate()).body.saved).toBeNull()
  expect((await read())[0]).toMatchObject({ fgl_rationale: '', source: 'person', reviewed: true, decided, modified_at: signed!.modified_at })

  expect((await generate({ overwrite: true })).body.saved).toMatchObject({ source: 'generated', reviewed: false })
  const { body: versions } = await app.call(listVersions, { id: row.user_session_id }, admin)
  expect(versions.filter(({ kind }) => kind === 'rationale')).toHaveLength(2)
})

test('a row submitted along with others, without text or a decision, is filled in by a draft', async () => {
  const { row, generate } = await interviewed()
  await app.call(createHiringDecisionDetail, { ...row, fgl_absent_flag: false, fgl_rationale: '', reviewed: false, decided: false }, admin)
  expect((await generate()).body.saved).toMatchObject({ source: 'generated', reviewed: false })
})

test('a draft generated after the final decision is marked as added later, even in a row no one had filled in', async () => {
  const { row, generate, user_session_id } = await interviewed()
  await app.call(updateStatus, { user_session_id, ref_application_status_id: REJECTED_AFTER_A }, admin)
  const { body: drafted } = await generate()
  const { body: versions } = await app.call(listVersions, { id: row.user_session_id }, admin)
  expect(versions).toMatchObject([{ kind: 'rationale', after_decision: true, text: expect.stringContaining(drafted.agent_rationale) }])
})

test('submitting the text of an unsaved draft saves it as generated, with its citations', async () => {
  const { row, generate } = await interviewed()
  const { body: mine } = await app.call(createHiringDecisionDetail, { ...row, fgl_absent_flag: true, fgl_rationale: 'My own words.' }, admin)
  const { body: drafted } = await generate()
  const { body } = await app.call(
    updateHiringDecisionDetail,
    { fgl_hiring_decision_detail_id: mine.fgl_hiring_decision_detail_id, ...row, fgl_absent_flag: false, fgl_rationale: drafted.agent_rationale },
    admin,
  )

  expect(body).toMatchObject({ source: 'generated', reviewed: false })
  expect(body.citations).toEqual(drafted.citations)
})

test("a rationale is stale once feedback it quotes is edited, and says when there's newer feedback", async () => {
  const { user_session_id, written, generate, read } = await interviewed()
  await generate()
  const [question, another] = await questionsOf(app, ivo, 1)
  const if_interview_header_id = written.interview_header_id
  const write = ({ if_interviewer_role_feedback_question_id }: { if_interviewer_role_feedback_question_id: number }, interviewer_feedback: string) =>
    app.call(saveFeedbackAnswer, { if_interview_header_id, if_interviewer_role_feedback_question_id, interviewer_feedback }, ivo.as)

  await write(another!, 'One thing more.')
  expect((await read())[0]).toMatchObject({ stale: false, has_newer_feedback: true })
  await write(question!, FRIENDLY)
  expect((await read())[0]).toMatchObject({ stale: true, has_newer_feedback: true })

  await app.call(generateRationale, { user_session_id, fgl_ref_red_flag_id: flag!.fgl_ref_red_flag_id }, admin)
  expect((await read())[0]).toMatchObject({ stale: false, has_newer_feedback: false })
})

test('after more feedback arrives, only someone who was warned can sign a draft that says absent', async () => {
  const { row, user_session_id, generate, read } = await interviewed(['She said herself that she owned the mistake.'])
  const { body: drafted } = await generate()
  const uma = await makeInterviewer(app, 'Uma Later')
  await writeFeedback(app, uma, { user_session_id, ref_interview_id: 3, texts: [BLAMES_OTHERS] })
  expect((await read())[0]).toMatchObject({ stale: false, has_newer_feedback: true })
  const { fgl_hiring_decision_detail_id } = drafted.saved!
  const signed = { ...row, fgl_hiring_decision_detail_id, fgl_rationale: drafted.agent_rationale, reviewed: true, decided: true }
  const sign = (given: { fgl_absent_flag: boolean; stale_accepted?: boolean }) => app.call(updateHiringDecisionDetail, { ...signed, ...given }, admin)

  expect(await sign({ fgl_absent_flag: true })).toMatchObject({ status: 409, body: { detail: expect.stringContaining('added or edited after this draft') } })
  expect((await read())[0]).toMatchObject({ reviewed: false })
  expect((await sign({ fgl_absent_flag: false })).status).toBe(200)
  expect((await sign({ fgl_absent_flag: true, stale_accepted: true })).body).toMatchObject({ fgl_absent_flag: true, reviewed: true })
})

test('the draft is the same regardless of the order in which interviews and answers arrive', async () => {
  const uma = await makeInterviewer(app, 'Uma Early')
  const [same, others] = [[BLAMES_OTHERS, 'She is warm.'], ['He owned the mistake at once.']]
  const arrivals = [
    [ivo, 1, same],
    [uma, 1, same],
    [ivo, 2, others],
    [uma, 3, [BLAMES_OTHERS]],
  ] as const
  const draftAfter = async (order: readonly (typeof arrivals)[number][], isBackwards: boolean) => {
    const user_session_id = await makeCandidate(app)
    for (const [by, ref_interview_id, texts] of order) {
      const header = { user_session_id, ref_interview_id, submitted: ref_interview_id !== 1 }
      if (isBackwards) await writeFeedback(app, by, { ...header, texts: ['', ...texts.slice(1)] })
      await writeFeedback(app, by, { ...header, texts: [...texts] })
    }
    const { body } = await app.call(generateRationale, { user_session_id, fgl_ref_red_flag_id: flag!.fgl_ref_red_flag_id }, admin)
    return [body.agent_rationale, body.citations.map(({ quote, interview_name, interviewer_name }) => [interview_name, interviewer_name, quote])]
  }
  const draft = await draftAfter(arrivals, false)
  expect(draft[1]).toHaveLength(4)
  expect(draft[0]).toContain('Not submitted yet, so it may change: Interview A (Ivo Interviewer) and Interview A (Uma Early).')
  expect(await draftAfter(arrivals.toReversed(), true)).toEqual(draft)
})

test('an interviewer changing their name does not count as newer feedback', async () => {
  const { user_session_id, generate, read } = await interviewed()
  const zoe = await makeInterviewer(app, 'Zoe Last')
  await writeFeedback(app, zoe, { user_session_id, ref_interview_id: 1, texts: [FRIENDLY] })
  await generate()
  await app.db.update(interviewer).set({ interviewer_name: 'Abe First' }).where(eq(interviewer.ref_interviewer_id, zoe.ref_interviewer_id))
  expect((await read())[0]).toMatchObject({ stale: false, has_newer_feedback: false })
})

test("if a draft's sentences have changed since, only someone who was warned can sign it", async () => {
  const { row, written, generate, read } = await interviewed()
  await generate()
  const [question] = await questionsOf(app, ivo, 1)
  const { if_interviewer_role_feedback_question_id } = question!
  await app.call(
    saveFeedbackAnswer,
    { if_interview_header_id: written.interview_header_id, if_interviewer_role_feedback_question_id, interviewer_feedback: FRIENDLY },
    ivo.as,
  )
  const [saved] = await read()
  const { fgl_hiring_decision_detail_id, fgl_rationale } = saved!
  const first = await app.call(createHiringDecisionDetail, { ...row, fgl_rationale, fgl_absent_flag: false, reviewed: true, decided: true }, admin)
  expect([first.status, first.body.detail]).toEqual([409, expect.stringContaining('changed after the draft was made')])
  const signed = { ...row, fgl_hiring_decision_detail_id, fgl_rationale, fgl_absent_flag: false, reviewed: true, decided: true }
  const unasked = await app.call(updateHiringDecisionDetail, signed, admin)
  expect(unasked.status).toBe(409)
  expect(unasked.body.detail).toContain('changed after the draft was made')
  expect((await app.call(updateHiringDecisionDetail, { ...signed, stale_accepted: true }, admin)).body).toMatchObject({ reviewed: true, decided: true })
})
