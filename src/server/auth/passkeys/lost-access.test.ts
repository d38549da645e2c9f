import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { readSession, revokeAccess } from '#contract/auth/auth.ts'
import { addPasskey, askForPasskey, signInWithPasskey, startPasskey } from '#contract/auth/passkeys.ts'
import { removePerson, updatePerson } from '#contract/staff/staff.ts'
import { auth_session, passkey } from '#server/db/tables.ts'
import { makeStaff } from '#test/making-staff.ts'
import { startApp } from '#test/setup/app.ts'
import { openAuthenticator } from '#test/passkeys/authenticator.ts'
import { onceAfter } from '#test/setup/statements.ts'

const app = await startApp()
afterAll(() => app.close())
const owner = await app.admin()
const { origin } = new URL(app.env.BASE_URL)
const pool = app.services.database.pool

const passkeysOf = async (staff_account_id: number) => (await app.db.select().from(passkey).where(eq(passkey.staff_account_id, staff_account_id))).length

test.each([
  ['removed', 'recruiter', (id: number) => app.call(removePerson, { id }, owner)],
  ['suspended', 'auditor', (id: number) => app.call(updatePerson, { id, is_suspended: true }, owner)],
  ['signed out everywhere', 'hiring-manager', (_: number, email: string) => app.call(revokeAccess, { email }, owner)],
] as const)('someone who is %s while adding a passkey ends up without one', async (_, role, lose) => {
  const person = await makeStaff(app, role)
  const { body } = await app.call(startPasskey, {}, person)
  const response = openAuthenticator(origin).create(body.options)
  onceAfter(pool, 'delete from "passkey_challenge"', () => lose(person.staff_account_id, person.email))
  expect((await app.call(addPasskey, { passkey_name: 'Laptop', response }, person)).status).toBe(401)
  expect(await passkeysOf(person.staff_account_id)).toBe(0)
})

test('someone who is suspended while signing in with a passkey is not signed in, even once reinstated', async () => {
  const person = await makeStaff(app, 'recruiter', { may_decide_flag: true })
  const device = openAuthenticator(origin)
  const started = await app.call(startPasskey, {}, person)
  expect((await app.call(addPasskey, { passkey_name: 'Laptop', response: device.create(started.body.options) }, person)).status).toBe(201)
  const ask = async () => ({ role: 'admin' as const, response: device.use((await app.call(askForPasskey, {})).body.options) })
  const { status, body } = await app.call(signInWithPasskey, await ask())
  expect([status, (await app.call(readSession, {}, { token: body.token })).status]).toEqual([200, 200])

  const late = await ask()
  const suspend = (is_suspended: boolean) => app.call(updatePerson, { id: person.staff_account_id, is_suspended }, owner)
  onceAfter(pool, '"suspended_at"', () => suspend(true))
  const refused = await app.call(signInWithPasskey, late)
  expect((await suspend(false)).status).toBe(200)
  expect([refused.status, refused.body.token]).toEqual([403, undefined])
})

test('removing someone while they sign in with a passkey leaves no session and causes no server error', async () => {
  for (let round = 0; round < 8; round++) {
    const person = await makeStaff(app, 'auditor', { may_decide_flag: true })
    const device = openAuthenticator(origin)
    const started = await app.call(startPasskey, {}, person)
    await app.call(addPasskey, { passkey_name: 'Laptop', response: device.create(started.body.options) }, person)
    const response = device.use((await app.call(askForPasskey, {})).body.options)
    const [signedIn, removed] = await Promise.all([
      app.call(signInWithPasskey, { role: 'admin', response }),
      app.call(removePerson, { id: person.staff_account_id }, owner),
    ])
    expect([removed.status, signedIn.status < 500]).toEqual([204, true])
    const live = await app.db.$count(auth_session, and(eq(auth_session.staff_account_id, person.staff_account_id), isNull(auth_session.revoked_at)))
    expect(live).toBe(0)
  }
})
