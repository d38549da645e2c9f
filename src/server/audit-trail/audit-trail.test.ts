import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit, readAuditHead } from '#contract/audit-trail.ts'
import { readApplicant } from '#contract/applicants.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeStaff } from '#test/making-staff.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { ADMIN, signInFor } from '#test/signing-in.ts'

let app: TestApp
let auditor: Awaited<ReturnType<typeof makeStaff>>
let looked: number
let other: number
beforeAll(async () => {
  app = await startApp()
  auditor = await makeStaff(app, 'auditor')
  looked = (await makeApplicant(app.db)).user_session_id
  other = (await makeApplicant(app.db)).user_session_id
  await signInFor(app, ADMIN)
  await app.call(readApplicant, { id: looked, identifiable: true }, await app.admin())
})
afterAll(() => app.close())

test('an auditor finds who looked at an applicant, and not who looked at another', async () => {
  const { body } = await app.call(listAudit, { user_session_id: looked }, auditor)
  expect(body).toContainEqual(
    expect.objectContaining({
      who: ADMIN,
      action: 'applicant.revealed',
      subject_id: looked,
      sentence: `Saw the application of applicant ${looked} with the name`,
    }),
  )
  const { body: about } = await app.call(listAudit, { user_session_id: other }, auditor)
  expect(about.filter(({ action }) => action === 'applicant.revealed')).toEqual([])
})

test('reading the trail is itself a row, once for each reading', async () => {
  await app.call(listAudit, { action: 'sign-in.' }, auditor)
  const [newest] = (await app.call(listAudit, { action: 'audit.read' }, auditor)).body
  expect(newest).toMatchObject({ who: auditor.email, actor_kind: 'auditor', facts: { action: 'sign-in.', days_ago: 30 } })
  const before = newest!.audit_id
  await app.call(listAudit, { before }, auditor)
  const readings = (await app.call(listAudit, { action: 'audit.read' }, auditor)).body
  expect(readings.slice(0, 2).map(({ facts }) => facts['action'])).toEqual(['audit.read', 'sign-in.'])
})

test('rows are found by action, kind of action and person, newest first, with the network address', async () => {
  const kinds = (await app.call(listAudit, { action: 'sign-in.' }, auditor)).body
  expect(kinds.map(({ action }) => action)).toEqual(['sign-in.succeeded', 'sign-in.code-sent'])
  expect(kinds[0]!.ip).toBe('127.0.0.1')
  expect(kinds[0]!.audit_id).toBeGreaterThan(kinds[1]!.audit_id)
  const mine = (await app.call(listAudit, { who: auditor.email.toUpperCase() }, auditor)).body
  expect(new Set(mine.map(({ who }) => who))).toEqual(new Set([auditor.email]))
  expect((await app.call(listAudit, { action: 'sign-in.code-sent' }, auditor)).body).toHaveLength(1)
  expect((await app.send('GET', `${listAudit.path}?action=%25`, undefined, auditor)).status).toBe(422)
})

test('the newest row is shown with its hash, to note down elsewhere', async () => {
  const { body } = await app.call(readAuditHead, {}, auditor)
  expect(body).toMatchObject({ rows: expect.any(Number), head: expect.stringMatching(/^\d+:[0-9a-f]{64}$/) })
})
