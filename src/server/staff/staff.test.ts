import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSession, sendCode } from '#contract/auth/auth.ts'
import { listApplicants } from '#contract/applicants/applicants.ts'
import { addOwner, updatePerson, invitePerson, listPeople, removePerson } from '#contract/staff/staff.ts'
import { openApp } from '#server/app.ts'
import { addOwner as makeOwner, removePerson as remove } from './save-person.ts'
import { audit_trail, email_outbox, staff_account } from '#server/db/tables.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { ADMIN, signInFor } from '#test/signing-in.ts'

let app: TestApp
let owner: Awaited<ReturnType<TestApp['admin']>>
let opening: number
beforeAll(async () => {
  app = await startApp()
  owner = await app.admin()
  opening = (await makeRole(app.db)).ref_function_role_id
})
afterAll(() => app.close())

const invite = (email: string, more = {}) => app.call(invitePerson, { email, given_role: 'recruiter', scope: [opening], ...more }, owner)

test("an invited recruiter gets an email, signs in to the admin area and has that role's permissions", async () => {
  const email = 'recruiter@agency.example'
  expect((await app.call(sendCode, { email, role: 'admin' })).status).toBe(403)
  const invited = await invite(` ${email.toUpperCase()} `)
  expect([invited.status, invited.body]).toEqual([201, expect.objectContaining({ email, roles: ['recruiter'], scope: [opening], departments: [] })])
  const [mail] = await app.db.select().from(email_outbox).where(eq(email_outbox.to_address, email))
  expect(mail!.text).toContain('/admin/login')

  const { body } = await signInFor(app, email, { role: 'admin' })
  expect(body).toMatchObject({ roles: ['recruiter'], powers: ['read', 'decide', 'export'] })
  expect((await app.call(listApplicants, { roleId: 'all' }, { token: body.token })).status).toBe(200)
  expect((await app.call(listPeople, {}, { token: body.token })).status).toBe(403)
})

test('changing, suspending or removing someone takes effect on the next request, in every process', async () => {
  const { body: person } = await invite('second@agency.example')
  const id = person.staff_account_id!
  const { token } = (await signInFor(app, 'second@agency.example')).body
  const other = await openApp({ ...app.services, outbox: app.outbox })
  const elsewhere = async () =>
    (await other.inject({ url: '/api/user-session/applicants_with_answers/all', headers: { authorization: `Bearer ${token}` } })).statusCode
  expect(await elsewhere()).toBe(200)

  await app.call(updatePerson, { id, given_role: 'auditor' }, owner)
  expect(await elsewhere()).toBe(403)
  await app.call(updatePerson, { id, given_role: 'recruiter', is_suspended: true }, owner)
  expect(await elsewhere()).toBe(401)
  expect((await app.call(sendCode, { email: 'second@agency.example' })).status).toBe(403)

  await app.call(updatePerson, { id, is_suspended: false }, owner)
  const again = (await signInFor(app, 'second@agency.example')).body.token
  expect((await app.call(removePerson, { id }, owner)).status).toBe(204)
  expect((await app.call(readSession, {}, { token: again })).status).toBe(401)
  await other.close()
})

test("owners from the settings can't be invited, changed, suspended or removed", async () => {
  expect((await invite(ADMIN)).status).toBe(409)
  const id = owner.staff_account_id
  expect((await app.call(updatePerson, { id, is_suspended: true }, owner)).status).toBe(409)
  expect((await app.call(removePerson, { id }, owner)).status).toBe(409)
  expect((await app.call(readSession, {}, owner)).status).toBe(200)
})

const emailsTo = async (address: string) => (await app.db.select().from(email_outbox).where(eq(email_outbox.to_address, address))).map((one) => one.text)

test('an owner adds another, who immediately has full access, replacing any earlier role, and every other owner is notified', async () => {
  const email = 'second-owner@agency.example'
  await invite(email)
  const { token } = (await signInFor(app, email)).body
  const added = await app.call(addOwner, { email: ` ${email.toUpperCase()} ` }, owner)
  expect([added.status, added.body]).toEqual([201, expect.objectContaining({ email, roles: ['admin'], given_role: null, scope: [], is_from_settings: false })])
  expect((await app.call(listPeople, {}, { token })).status).toBe(200)
  expect((await emailsTo(email)).at(-1)).toContain('as an owner')
  const [, other] = app.env.ADMIN_EMAILS
  expect((await emailsTo(other!)).at(-1)).toContain(`${ADMIN} made ${email} an owner`)
  expect((await emailsTo(ADMIN)).some((text) => text.includes(email))).toBe(false)
  for (const address of [email, ADMIN]) expect((await app.call(addOwner, { email: address }, owner)).status).toBe(409)
  expect((await app.call(updatePerson, { id: added.body.staff_account_id!, is_suspended: true }, owner)).body.detail).toContain('is an owner')

  // The new owner can't remove owners from the settings, but can be removed: all their sessions end, and the other owners are notified.
  expect(await app.call(removePerson, { id: owner.staff_account_id }, { token })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('ADMIN_EMAILS') },
  })
  expect((await app.call(removePerson, { id: added.body.staff_account_id! }, owner)).status).toBe(204)
  expect((await app.call(listPeople, {}, { token })).status).toBe(401)
  expect((await app.call(sendCode, { email, role: 'admin' })).status).toBe(403)
  expect((await emailsTo(other!)).at(-1)).toContain(`${ADMIN} removed ${email}, who was an owner`)
})

test("the last owner can't be removed, even if two owners remove each other at once", async () => {
  const alone = { db: app.db, env: { ...app.env, ADMIN_EMAILS: [] } }
  const ids: number[] = []
  for (const email of ['one@agency.example', 'two@agency.example']) ids.push((await makeOwner(alone, null, email)).staff_account_id!)
  const done = await Promise.allSettled(ids.map((id) => remove(alone, null, id)))
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const last = (await app.db.select().from(staff_account).where(eq(staff_account.owner_flag, true)))[0]!
  await expect(remove(alone, null, last.staff_account_id)).rejects.toThrow('This is the only owner')
  await remove(app.services, null, last.staff_account_id)
  expect((await emailsTo(ADMIN)).at(-1)).toContain(`Someone with access to the server removed ${last.email}`)
})

test("an address can have only one role, openings must exist, and a stale change isn't saved", async () => {
  await invite('third@agency.example')
  expect((await invite('third@agency.example')).status).toBe(409)
  expect((await invite('fourth@agency.example', { scope: [999_999] })).status).toBe(422)
  const { body: people } = await app.call(listPeople, {}, owner)
  expect(people.find(({ email }) => email === app.env.ADMIN_EMAILS[1])).toMatchObject({ scope: [], live_sessions: 0 })
  expect(people.map(({ email }) => email)).not.toContain('fourth@agency.example')
  const third = people.find(({ email }) => email === 'third@agency.example')!
  const change = () => app.call(updatePerson, { id: third.staff_account_id!, may_decide_flag: true, version: third.version }, owner)
  expect([(await change()).status, (await change()).status]).toEqual([200, 409])
})

test('the list includes every owner, even those who have never signed in, and each change is audited without an address', async () => {
  const { body } = await app.call(listPeople, {}, owner)
  expect(
    body
      .filter(({ roles }) => roles.includes('admin'))
      .map(({ email }) => email)
      .toSorted(),
  ).toEqual(app.env.ADMIN_EMAILS.toSorted())
  const rows = (await app.db.select().from(audit_trail)).filter(({ action }) => /^(staff|owner)\./.test(action))
  expect(new Set(rows.map(({ action }) => action))).toEqual(
    new Set(['owner.added', 'owner.removed', 'staff.invited', 'staff.changed', 'staff.suspended', 'staff.removed']),
  )
  expect(JSON.stringify(rows)).not.toContain('@')
})

test("a department's recruiter sees its openings, and new ones right away", async () => {
  const [first] = [await makeRole(app.db, { department: 'Oncology' })]
  const applied = await makeApplicant(app.db, { ref_function_role_id: first.ref_function_role_id })
  await makeApplicant(app.db, { ref_function_role_id: opening })
  const email = 'oncology@agency.example'
  expect((await invite(email, { scope: [], departments: ['Nowhere'] })).status).toBe(422)
  const invited = await invite(email, { scope: [], departments: ['Oncology'] })
  expect(invited.body).toMatchObject({ departments: ['Oncology'], scope: [] })
  const as = { token: (await signInFor(app, email)).body.token }
  const seen = async () => (await app.call(listApplicants, { roleId: 'all' }, as)).body.map((one) => one.user_session_id)
  expect(await seen()).toEqual([applied.user_session_id])

  const later = await makeRole(app.db, { department: 'Oncology' })
  const next = await makeApplicant(app.db, { ref_function_role_id: later.ref_function_role_id })
  expect((await seen()).toSorted()).toEqual([applied.user_session_id, next.user_session_id].toSorted())
  const kept = await app.call(updatePerson, { id: invited.body.staff_account_id!, departments: ['ONCOLOGY'] }, owner)
  expect(kept.body.departments).toEqual(['Oncology'])
  await app.call(updatePerson, { id: invited.body.staff_account_id!, departments: [] }, owner)
  expect(await seen()).toEqual([])
})
