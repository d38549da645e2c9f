import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { updateStatus } from '#contract/applicants/moves.ts'
import { deleteNote, writeNote } from '#contract/applicants/collaboration.ts'
import { listOwnVersions, saveFeedback } from '#contract/feedback.ts'
import { createQuestion, updateQuestion } from '#contract/questions/questions.ts'
import { markSentence, removeMark } from '#contract/red-flags/red-flag-marks.ts'
import { createHiringDecisionDetail, updateHiringDecisionDetail, updateRedFlag } from '#contract/red-flags/red-flags.ts'
import { REJECTED_AFTER_A } from '#contract/statuses/statuses.ts'
import { listVersions } from '#contract/versions.ts'
import { apply } from '#test/applying.ts'
import { makeCandidate, makeInterviewer, writeFeedback } from '#test/interviewing.ts'
import { makeRoleId } from '#test/make.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { interviewer } from '#server/db/tables.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()
const ivo = await makeInterviewer(app)
const versionsOf = async (id: number, identifiable = true) =>
  (await app.call(listVersions, { id, identifiable }, admin)).body.map(({ kind, version, text, after_decision, by_email }) => [
    kind,
    version,
    text,
    after_decision,
    by_email,
  ])
const OWNER = app.env.ADMIN_EMAILS[0]

async function decidedOn() {
  const user_session_id = await makeCandidate(app, 2, { first_name: 'Quintessa', last_name: 'Overbrook' })
  const { feedbacks } = await writeFeedback(app, ivo, { user_session_id, ref_interview_id: 1, texts: ['Quintessa owned the mistake.'] })
  const row = { user_session_id, fgl_ref_red_flag_id: 1, fgl_absent_flag: true, fgl_rationale: 'Owns mistakes.' }
  const { body } = await app.call(createHiringDecisionDetail, row, admin)
  return { user_session_id, row, decision: body, answer: feedbacks[0]! }
}
const reject = (user_session_id: number) => app.call(updateStatus, { user_session_id, ref_application_status_id: REJECTED_AFTER_A }, admin)

test('a rationale that is changed or emptied keeps its previous text, its author and the reason', async () => {
  const { user_session_id, row, decision } = await decidedOn()
  expect(await versionsOf(user_session_id)).toEqual([])
  const { fgl_hiring_decision_detail_id } = decision
  await app.call(updateHiringDecisionDetail, { ...row, fgl_hiring_decision_detail_id, fgl_rationale: 'Blames no one.', change_reason: 'Clearer' }, admin)
  await app.call(updateHiringDecisionDetail, { ...row, fgl_hiring_decision_detail_id, fgl_rationale: '' }, admin)
  expect(await versionsOf(user_session_id)).toEqual([
    ['rationale', 1, 'Absent. Owns mistakes.', false, OWNER],
    ['rationale', 2, 'Absent. Blames no one.', false, OWNER],
    ['rationale', 3, 'Absent.', false, OWNER],
  ])
  const { body } = await app.call(listVersions, { id: user_session_id }, admin)
  expect(body.map((one) => one.why)).toEqual([null, 'Clearer', null])
})

test('submitted feedback keeps every version; edits after a final status are marked, and the decision records the versions it was based on', async () => {
  const { user_session_id, answer, row } = await decidedOn()
  const edit = (interviewer_feedback: string) =>
    app.call(
      saveFeedback,
      {
        feedbacks: [
          {
            if_interview_header_id: answer.if_interview_header_id,
            if_interviewer_role_feedback_question_id: answer.if_interviewer_role_feedback_question_id,
            interviewer_feedback,
          },
        ],
        submitted: true,
      },
      ivo.as,
    )
  await edit('Second words.')
  await reject(user_session_id)
  await edit('Third words, once it was over.')
  await app.call(createHiringDecisionDetail, { ...row, fgl_ref_red_flag_id: 2 }, admin)
  expect(await versionsOf(user_session_id)).toEqual([
    ['feedback', 1, 'Quintessa owned the mistake.', false, ivo.email],
    ['feedback', 2, 'Second words.', false, ivo.email],
    ['feedback', 3, 'Third words, once it was over.', true, ivo.email],
    ['rationale', 1, 'Absent. Owns mistakes.', true, OWNER],
  ])
  const { rows } = await app.db.execute<{ read: Record<string, number> }>(
    sql`select read_versions as read from status_change where user_session_id = ${user_session_id} order by status_change_id desc limit 1`,
  )
  expect(rows[0]!.read).toMatchObject({ [`feedback:${answer.if_interview_feedback_detail_id}`]: 2, [`contact:${user_session_id}`]: 1 })
})

test('interviewers can read earlier versions of their own answers, and no one else can', async () => {
  const { answer } = await decidedOn()
  const { if_interview_header_id, if_interviewer_role_feedback_question_id } = answer
  const read = (as: { token: string }) => app.call(listOwnVersions, { if_interview_header_id }, as)
  expect((await read(ivo.as)).body).toEqual([])
  const changed = { if_interview_header_id, if_interviewer_role_feedback_question_id, interviewer_feedback: 'Second words.' }
  await app.call(saveFeedback, { feedbacks: [changed], submitted: true }, ivo.as)
  expect((await read(ivo.as)).body).toMatchObject([
    { if_interviewer_role_feedback_question_id, version: 1, text: 'Quintessa owned the mistake.', is_newest: false },
    { if_interviewer_role_feedback_question_id, version: 2, text: 'Second words.', is_newest: true },
  ])
  const other = await makeInterviewer(app, 'Otto Other')
  expect((await read(other.as)).status).toBe(404)
})

test("a deleted note, a previous address and a red flag's previous wording stay readable, masked while names are hidden", async () => {
  const { user_session_id } = await decidedOn()
  const note = await app.call(writeNote, { id: user_session_id, note_text: 'Call Quintessa back.' }, admin)
  await app.call(deleteNote, { id: user_session_id, note_id: note.body.note_id }, admin)
  const { body: flag } = await app.call(updateRedFlag, { id: 1, red_flag_desc: 'Deflects every blame' }, admin)
  expect(flag.red_flag_desc).toBe('Deflects every blame')
  const blindVersions = await versionsOf(user_session_id, false)
  expect(blindVersions).toContainEqual(['note', 2, null, false, OWNER])
  expect(blindVersions.find(([kind, version]) => kind === 'note' && version === 1)![2]).not.toContain('Quintessa')
  expect(await versionsOf(user_session_id)).toContainEqual(['note', 1, 'Call Quintessa back.', false, OWNER])
  expect(blindVersions.filter(([kind]) => kind === 'red_flag').map(([, version]) => version)).toEqual([1, 2])
})

test('a removed mark keeps its sentence and red flag, which are masked while names are hidden', async () => {
  const { user_session_id, answer } = await decidedOn()
  const { if_interview_feedback_detail_id } = answer
  const requested = {
    user_session_id,
    fgl_ref_red_flag_id: 2,
    if_interview_feedback_detail_id,
    quote: 'Quintessa owned the mistake.',
    stance: 'against' as const,
  }
  const { body: mark } = await app.call(markSentence, { ...requested, identifiable: true }, admin)
  await app.call(removeMark, { id: mark.red_flag_mark_id }, admin)
  const { body: named } = await app.call(listVersions, { id: user_session_id, identifiable: true }, admin)
  expect(named.filter(({ kind }) => kind === 'mark')).toMatchObject([
    { text: 'against: Quintessa owned the mistake.', deleted: false, about: expect.stringContaining('respect') },
    { text: null, deleted: true, by_email: OWNER, is_newest: true },
  ])
  expect(await versionsOf(user_session_id, false)).toContainEqual(['mark', 1, 'against: [name] owned the mistake.', false, OWNER])
})

test('a question reworded after it was answered shows both wordings, but only with names, since its date reveals when someone applied', async () => {
  const role = await makeRoleId(app.db)
  const wording = { question_name: 'night_work', question_type: 'Text' as const, question_text: 'Do you work nights?', ref_function_role_ids: [role] }
  const { body: question } = await app.call(createQuestion, wording, admin)
  const { user_session_id } = await apply(app, role)
  await app.call(updateQuestion, { ref_question_id: question.ref_question_id, question_text: 'Can you work nights?' }, admin)
  const { body: named } = await app.call(listVersions, { id: user_session_id, identifiable: true }, admin)
  expect(named.map(({ kind, about, text }) => [kind, about, text])).toEqual([
    ['question', 'night_work', 'Do you work nights?'],
    ['question', 'night_work', 'Can you work nights?'],
  ])
  expect(await versionsOf(user_session_id, false)).toEqual([])
})

test("someone who still owes feedback can read deleted notes, but no one else's opinion", async () => {
  const user_session_id = await makeCandidate(app)
  const { feedbacks } = await writeFeedback(app, ivo, { user_session_id, ref_interview_id: 1, texts: ['Calm.'] })
  const { if_interview_header_id, if_interviewer_role_feedback_question_id } = feedbacks[0]!
  const feedback = { if_interview_header_id, if_interviewer_role_feedback_question_id, interviewer_feedback: 'Calmer.' }
  await app.call(saveFeedback, { feedbacks: [feedback], submitted: true }, ivo.as)
  const note = await app.call(writeNote, { id: user_session_id, note_text: 'Call back.' }, admin)
  await app.call(deleteNote, { id: user_session_id, note_id: note.body.note_id }, admin)
  expect((await versionsOf(user_session_id)).map(([kind]) => kind)).toEqual(['feedback', 'feedback', 'note', 'note'])
  const [row] = await app.db.insert(interviewer).values({ interviewer_name: 'Ada Admin', interviewer_email: OWNER! }).returning()
  const own = { as: await app.interviewer(OWNER!), email: OWNER!, ref_interviewer_id: row!.ref_interviewer_id }
  await writeFeedback(app, own, { user_session_id, ref_interview_id: 2, texts: ['Kind.'], submitted: false })
  expect((await versionsOf(user_session_id)).map(([kind]) => kind)).toEqual(['note', 'note'])
})

test('correcting an address keeps the previous one, and an erasure covers all versions', async () => {
  const role = await makeRoleId(app.db)
  const { user_session_id, as } = await apply(app, role, { email: 'first.address@example.com' })
  const form = new URLSearchParams({ email: 'second.address@example.com' }).toString()
  await app.send('POST', `/roles/${role}/email`, form, { ...as, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  const all = async () => JSON.stringify((await app.db.execute(sql`select * from text_version where user_session_id = ${user_session_id}`)).rows)
  expect(await all()).toMatch(/first\.address.*second\.address/)
  await eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'erase' })
  expect(await all()).not.toMatch(/address@|first_name/)
})
