import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listHistory } from '#contract/applicants/history.ts'
import { sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { isSubmitted, canMove, PROCEED, REJECTED, STATUS_IDS, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { user_session } from '#server/db/tables.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['admin']>>
let ref_function_role_id: number

beforeAll(async () => {
  app = await startApp()
  admin = await app.admin()
  ref_function_role_id = (await makeRole(app.db)).ref_function_role_id
})
afterAll(() => app.close())

const make = (but = {}) => makeApplicant(app.db, { ref_function_role_id, ...but })
const move = (user_session_id: number, to: number, expected_status_id?: number, as = admin) =>
  app.call(updateStatus, { user_session_id, ref_application_status_id: to, ...(expected_status_id && { expected_status_id }) }, as)

test('the server allows exactly the moves in the table', async () => {
  const { user_session_id } = await make()
  const setStatus = (id: number, emailed: boolean) =>
    app.db.execute(
      sql`update user_session set ref_application_status_id = ${id}, has_emailed_application_status = ${emailed} where user_session_id = ${user_session_id}`,
    )
  for (const emailed of [false, true]) {
    for (const from of STATUS_IDS.filter(isSubmitted)) {
      for (const to of STATUS_IDS) {
        await setStatus(from, emailed)
        const { status } = await move(user_session_id, to)
        const isOpen = canMove({ ref_application_status_id: from, has_emailed_application_status: emailed }, to)
        expect(status, `${from} to ${to}, ${emailed ? 'emailed' : 'not emailed'}`).toBe(isOpen ? 200 : 409)
      }
    }
  }
})

test('an application that was not submitted cannot be moved', async () => {
  const started = await app.db.insert(user_session).values({ ref_function_role_id, capability_hash: 'started' }).returning()
  expect((await move(started[0]!.user_session_id, PROCEED)).status).toBe(404)
})

test('a closed application cannot be moved', async () => {
  const { user_session_id } = await make({ ref_application_status_id: 12 })
  const { status, body } = await move(user_session_id, PROCEED)
  expect([status, body.detail]).toEqual([409, 'This application is closed.'])
})

test('an unknown status returns 422 and an unknown applicant 404', async () => {
  const { user_session_id } = await make()
  expect((await move(user_session_id, 99)).status).toBe(422)
  const unknown = await move(987_654, PROCEED)
  expect([unknown.status, unknown.body.detail]).toEqual([404, 'Applicant with user_session_id=987654 was not found'])
})

test('a move returns the new state and an undo', async () => {
  const { user_session_id } = await make()
  const moved = await move(user_session_id, REJECTED)
  expect(moved.body).toMatchObject({
    user_session_id,
    ref_application_status_id: 3,
    application_status: 'Rejected Before Panel',
    has_emailed_application_status: false,
    undo_until: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })

  const undone = await app.call(undoStatus, { undo_token: moved.body.undo_token! }, admin)
  expect(undone.body).toMatchObject({ ref_application_status_id: SUBMITTED, application_status: 'Submitted', email: 'none' })

  const again = await app.call(undoStatus, { undo_token: moved.body.undo_token! }, admin)
  expect([again.status, again.body.detail]).toEqual([409, 'This change was already undone.'])
})

test('a change and its undo both stay in the history', async () => {
  const { user_session_id } = await make()
  const moved = await move(user_session_id, REJECTED)
  await app.call(undoStatus, { undo_token: moved.body.undo_token! }, admin)
  const { body } = await app.call(listHistory, { id: user_session_id }, admin)
  expect(body.map((event) => [event.kind, event.what])).toEqual([
    ['undo', "Undid 'Rejected Before Panel': 'Submitted' again"],
    ['status', "Moved from 'Submitted' to 'Rejected Before Panel'"],
  ])
})

test('anyone viewing the history can undo a move until the undo expires', async () => {
  const { user_session_id } = await make()
  await move(user_session_id, UNDER_REVIEW)
  const other = await app.admin(app.env.ADMIN_EMAILS[1])
  const { body } = await app.call(listHistory, { id: user_session_id }, other)
  const undone = await app.call(undoStatus, { undo_token: body[0]!.undo_token! }, other)
  expect(undone.body.ref_application_status_id).toBe(SUBMITTED)
})

test("an undo expires after its time limit or on the next move, and its token can't be guessed", async () => {
  const { user_session_id } = await make()
  const first = await move(user_session_id, UNDER_REVIEW)
  await move(user_session_id, PROCEED)
  const late = await app.call(undoStatus, { undo_token: first.body.undo_token! }, admin)
  expect([late.status, late.body.detail]).toEqual([409, 'This applicant has been moved again since then.'])

  const last = await move(user_session_id, REJECTED)
  await app.db.execute(sql`update status_change set undo_until = now() - interval '1 second' where user_session_id = ${user_session_id}`)
  const over = await app.call(undoStatus, { undo_token: last.body.undo_token! }, admin)
  expect([over.status, over.body.detail]).toEqual([409, "It's too late to undo this change."])

  for (const undo_token of ['1', `${Buffer.from('1').toString('base64url')}.forged`, '']) {
    expect((await app.call(undoStatus, { undo_token }, admin)).status).toBe(404)
  }
})

test('when two admins decide on the same applicant, the second is told who decided first', async () => {
  const { user_session_id } = await make()
  const other = await app.admin(app.env.ADMIN_EMAILS[1])
  const both = await Promise.all([move(user_session_id, PROCEED, SUBMITTED), move(user_session_id, REJECTED, SUBMITTED, other)])
  expect(both.map((one) => one.status).toSorted()).toEqual([200, 409])
  const rejected = both.find((one) => one.status === 409)!
  expect(rejected.body.detail).toMatch(/^This applicant is now in '.+': .+@meridianhealth\.example moved them on .+ UTC\.$/)
})

test('moving someone to their current status changes nothing', async () => {
  const { user_session_id } = await make({ ref_application_status_id: UNDER_REVIEW })
  const { status, body } = await move(user_session_id, UNDER_REVIEW)
  expect([status, body.undo_token]).toEqual([200, null])
})

test('the audit trail records who made each move and each undo', async () => {
  const { user_session_id } = await make()
  const moved = await move(user_session_id, REJECTED)
  await app.call(undoStatus, { undo_token: moved.body.undo_token! }, admin)
  const { rows } = await app.db.execute(
    sql`select action, actor_id from audit_trail where subject_kind = 'applicant' and subject_id = ${user_session_id} order by audit_id`,
  )
  expect(rows).toEqual([
    { action: 'applicant.status-changed', actor_id: admin.staff_account_id },
    { action: 'applicant.status-undone', actor_id: admin.staff_account_id },
  ])
})

test("an interviewer can't move or email anyone", async () => {
  const { user_session_id } = await make()
  const interviewer = await app.interviewer()
  expect((await move(user_session_id, PROCEED, undefined, interviewer)).status).toBe(403)
  expect((await app.call(sendCandidateEmail, { candidate_info: { user_session_id }, template_name: 'Application Rejection' }, interviewer)).status).toBe(403)
})
