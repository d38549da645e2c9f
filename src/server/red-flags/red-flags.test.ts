import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import {
  createHiringDecisionDetail,
  findMentions,
  generateRationale,
  listHiringDecisionDetails,
  listRedFlags,
  updateHiringDecisionDetail,
  updateRedFlag,
} from '#contract/red-flags/red-flags.ts'
import { text_version } from '#server/db/tables.ts'
import { startApp } from '#test/setup/app.ts'
import { redFlagReview } from '#test/reviewing/red-flag-drafts.ts'

const app = await startApp()
afterAll(() => app.close())
const { ivo, admin, other, flag, secondFlag, interviewed, auditsOf } = await redFlagReview(app)

test('there are at least six red flags, and interviewers do not see them', async () => {
  const { body } = await app.call(listRedFlags, {}, admin)

  expect(body.length).toBeGreaterThanOrEqual(6)
  expect((await app.call(listRedFlags, {}, ivo.as)).status).toBe(403)
  expect((await app.call(listHiringDecisionDetails, { user_session_id: 1 }, ivo.as)).status).toBe(403)
  expect((await app.call(generateRationale, { user_session_id: 1, fgl_ref_red_flag_id: 1 }, ivo.as)).status).toBe(403)
})

test('staff edit the signal words; someone who saves too late is told who saved first', async () => {
  const edited = await app.call(
    updateRedFlag,
    { id: secondFlag!.fgl_ref_red_flag_id, signal_words: ['rude', 'Rude', 'snapped at'], version: secondFlag!.version },
    admin,
  )
  expect(edited.status).toBe(200)
  expect(edited.body).toMatchObject({ signal_words: ['Rude', 'snapped at'], version: secondFlag!.version + 1 })

  const staleUpdate = await app.call(updateRedFlag, { id: secondFlag!.fgl_ref_red_flag_id, signal_words: [], version: secondFlag!.version }, other)
  expect(staleUpdate.status).toBe(409)
  expect(staleUpdate.body.detail).toContain(app.env.ADMIN_EMAILS[0])
  expect((await app.call(updateRedFlag, { id: secondFlag!.fgl_ref_red_flag_id, red_flag_desc: flag!.red_flag_desc }, admin)).status).toBe(409)
  expect((await app.call(updateRedFlag, { id: 999, signal_words: [] }, admin)).status).toBe(404)
})

test('there is one decision per red flag and applicant, made by whoever is signed in', async () => {
  const { row, read } = await interviewed()
  const created = await app.call(
    createHiringDecisionDetail,
    { ...row, fgl_absent_flag: true, fgl_rationale: 'Owns mistakes.', row_created_user_id: 999 } as never,
    admin,
  )

  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    fgl_absent_flag: true,
    fgl_rationale: 'Owns mistakes.',
    row_created_user_id: admin.staff_account_id,
    source: 'person',
    reviewed: true,
  })
  expect((await app.call(createHiringDecisionDetail, { ...row, fgl_absent_flag: false, fgl_rationale: null }, other)).status).toBe(409)
  expect(await read()).toHaveLength(1)
})

test('two people who save the first decision at the same time create only one', async () => {
  const { row, read } = await interviewed()
  const responses = await Promise.all(
    [admin, other].map((as) => app.call(createHiringDecisionDetail, { ...row, fgl_absent_flag: true, fgl_rationale: 'x' }, as)),
  )

  expect(responses.map((response) => response.status).toSorted()).toEqual([201, 409])
  expect(await read()).toHaveLength(1)
})

test('a decision can be changed only under its own applicant and red flag', async () => {
  const { row } = await interviewed()
  const elsewhere = await interviewed()
  const { body } = await app.call(createHiringDecisionDetail, { ...row, fgl_absent_flag: false, fgl_rationale: '' }, admin)
  const change = { fgl_hiring_decision_detail_id: body.fgl_hiring_decision_detail_id, ...row, fgl_absent_flag: true, fgl_rationale: 'Fine.' }

  expect((await app.call(updateHiringDecisionDetail, { ...change, user_session_id: elsewhere.user_session_id }, admin)).status).toBe(404)
  expect((await app.call(updateHiringDecisionDetail, { ...change, fgl_ref_red_flag_id: secondFlag!.fgl_ref_red_flag_id }, admin)).status).toBe(404)
  const changed = await app.call(updateHiringDecisionDetail, change, other)
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({ fgl_absent_flag: true, row_created_user_id: admin.staff_account_id, row_modified_user_id: other.staff_account_id })

  const staleUpdate = await app.call(updateHiringDecisionDetail, { ...change, fgl_rationale: 'Mine', replaces: body.modified_at }, admin)
  expect(staleUpdate.status).toBe(409)
  expect(staleUpdate.body.detail).toContain(app.env.ADMIN_EMAILS[1])
})

test('unknown applicants and red flags return 404', async () => {
  const { user_session_id } = await interviewed()

  expect((await app.call(generateRationale, { user_session_id: 2_000_000, fgl_ref_red_flag_id: 1 }, admin)).status).toBe(404)
  expect((await app.call(generateRationale, { user_session_id, fgl_ref_red_flag_id: 999 }, admin)).status).toBe(404)
  expect((await app.call(listHiringDecisionDetails, { user_session_id: 2_000_000 }, admin)).status).toBe(404)
  const decision = { fgl_absent_flag: true, fgl_rationale: null }
  expect((await app.call(createHiringDecisionDetail, { user_session_id, fgl_ref_red_flag_id: 999, ...decision }, admin)).status).toBe(404)
})

test('a row no one opened is neither decided nor reviewed, and submitting the table signs only the rows that were opened', async () => {
  const { row } = await interviewed()
  const empty = { ...row, fgl_absent_flag: false, fgl_rationale: '', reviewed: false, decided: false }
  const { body: made } = await app.call(createHiringDecisionDetail, empty, admin)
  expect(made).toMatchObject({ fgl_absent_flag: false, decided: false, reviewed: false })

  const { fgl_hiring_decision_detail_id } = made
  const present = await app.call(updateHiringDecisionDetail, { ...empty, fgl_hiring_decision_detail_id, reviewed: true, decided: true }, admin)
  expect(present.body).toMatchObject({ fgl_absent_flag: false, decided: true, reviewed: true, modified_by_email: app.env.ADMIN_EMAILS[0] })

  const again = await app.call(updateHiringDecisionDetail, { ...empty, fgl_hiring_decision_detail_id, reviewed: true, decided: true }, other)
  expect(again.body).toMatchObject({ modified_by_email: app.env.ADMIN_EMAILS[0], modified_at: present.body.modified_at })
})

test('submitting the table leaves a row signed by a colleague in their name, even if a draft has been generated since', async () => {
  const { user_session_id, row, generate, read } = await interviewed()
  const signed = { ...row, fgl_absent_flag: true, fgl_rationale: 'She owned it.', reviewed: true, decided: true }
  const { body: first } = await app.call(createHiringDecisionDetail, signed, admin)
  expect((await generate()).body.saved).toBeNull()

  const { fgl_hiring_decision_detail_id } = first
  const again = await app.call(updateHiringDecisionDetail, { ...signed, fgl_hiring_decision_detail_id, replaces: (await read())[0]!.modified_at }, other)
  expect([again.status, again.body.modified_by_email]).toEqual([200, app.env.ADMIN_EMAILS[0]])
  expect(await read()).toMatchObject([{ modified_by_email: app.env.ADMIN_EMAILS[0], modified_at: first.modified_at }])
  expect(await auditsOf(user_session_id, 'hiring-decision.changed')).toEqual([])
})

test('without `decided`, setting a flag or a rationale counts as deciding; undecided does not mean absent', async () => {
  const words = await interviewed()
  expect((await app.call(createHiringDecisionDetail, { ...words.row, fgl_absent_flag: false, fgl_rationale: 'Seen.' }, admin)).body.decided).toBe(true)
  const emptyCandidate = await interviewed()
  expect((await app.call(createHiringDecisionDetail, { ...emptyCandidate.row, fgl_absent_flag: false, fgl_rationale: ' ' }, admin)).body.decided).toBe(false)
  const open = await interviewed()
  const { body } = await app.call(createHiringDecisionDetail, { ...open.row, fgl_absent_flag: true, fgl_rationale: '', decided: false }, admin)
  expect(body).toMatchObject({ fgl_absent_flag: false, decided: false })
})

test('a rationale that mentions a protected characteristic is saved and flagged, and each version records if its author meant something else', async () => {
  const { row, read } = await interviewed()
  const created = await app.call(createHiringDecisionDetail, { ...row, fgl_absent_flag: false, fgl_rationale: 'Often late since she is pregnant.' }, admin)
  expect([created.status, created.body.mentions, created.body.meant_otherwise]).toEqual([201, ['pregnant'], false])

  const { fgl_hiring_decision_detail_id } = created.body
  const change = (text: string, meant_otherwise?: boolean) =>
    app.call(updateHiringDecisionDetail, { fgl_hiring_decision_detail_id, ...row, fgl_absent_flag: false, fgl_rationale: text, meant_otherwise }, admin)
  expect((await change('Often late since she is pregnant.', true)).body).toMatchObject({ mentions: ['pregnant'], meant_otherwise: true })
  expect((await change('Rude to a patient in a wheelchair.')).body).toMatchObject({ mentions: ['wheelchair'], meant_otherwise: false })
  expect((await change('Late three times in one week.', true)).body).toMatchObject({ mentions: [], meant_otherwise: false })
  expect(await read()).toMatchObject([{ mentions: [], meant_otherwise: false }])

  const versions = await app.db.select().from(text_version).where(eq(text_version.of_id, fgl_hiring_decision_detail_id)).orderBy(text_version.version)
  const confirmations = versions.filter(({ kind }) => kind === 'rationale').map(({ content }) => (content as { meant_otherwise: boolean }).meant_otherwise)
  expect(confirmations).toEqual([false, true, false, false])
})

test('staff are told which words mention age, family, health, faith, origin, union or leave; neutral text has none', async () => {
  const texts = [
    'Too old at 61 years old',
    'He joined the nurses’ union',
    'Was on parental leave twice',
    'Blames the night shift, and never asked for help',
    '',
  ]
  const { body } = await app.call(findMentions, { texts }, admin)
  expect(body.mentions.map((words) => words.length > 0)).toEqual([true, true, true, false, false])
  expect((await app.call(findMentions, { texts }, ivo.as)).status).toBe(403)
})
