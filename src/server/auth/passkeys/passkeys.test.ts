import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportApplicants } from '#contract/applicants/applicants.ts'
import { carryOutErasure } from '#contract/candidate/candidate-requests.ts'
import { logout, readSession } from '#contract/auth/auth.ts'
import {
  addPasskey,
  askForPasskey,
  CONFIRM_WITH,
  confirmWithPasskey,
  listPasskeys,
  PASSKEY_REQUIRED,
  removePasskey,
  removePasskeysOf,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
} from '#contract/auth/passkeys.ts'
import { updatePerson, invitePerson, listPeople, removePerson } from '#contract/staff/staff.ts'
import { auth_session, passkey } from '#server/db/tables.ts'
import { makeStaff } from '#test/making-staff.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type SignedInAdmin = Awaited<ReturnType<TestApp['admin']>>

/** Adds a passkey as enrollment would; the end-to-end test makes real ones. */
async function givePasskey({ db }: TestApp, { staff_account_id }: SignedInAdmin): Promise<number> {
  const made = { staff_account_id, passkey_name: 'Laptop', credential_id: crypto.randomUUID(), public_key: 'pQ', uses: 0, transports: ['internal'] }
  const [row] = await db.insert(passkey).values(made).returning()
  return row!.passkey_id
}

async function confirmedAgo({ db }: TestApp, { staff_account_id }: SignedInAdmin, ago: string): Promise<void> {
  await db
    .update(auth_session)
    .set({ confirmed_at: sql`now() - ${ago}::interval` })
    .where(eq(auth_session.staff_account_id, staff_account_id))
}

test('people with a passkey must have used it in the last 5 minutes to export names', async () => {
  const owner = await app.admin('quality@meridianhealth.example')
  const exported = async (identifiable: boolean) => {
    const { status, body } = await app.call(exportApplicants, { roleId: 'all', identifiable }, owner)
    return status === 403 ? body.detail : status
  }
  expect(await exported(true)).toBe(200)
  await givePasskey(app, owner)
  expect([await exported(false), await exported(true)]).toEqual([200, CONFIRM_WITH.passkey])
  await confirmedAgo(app, owner, '4 minutes')
  expect(await exported(true)).toBe(200)
  await confirmedAgo(app, owner, '6 minutes')
  expect(await exported(true)).toBe(CONFIRM_WITH.passkey)
})

test("adding or removing a passkey, or resetting someone else's, requires an existing one", async () => {
  const [owner, other] = [await app.admin('outreach@meridianhealth.example'), await app.admin('therapy@meridianhealth.example')]
  expect((await app.call(startPasskey, {}, owner)).status).toBe(200)
  const id = await givePasskey(app, owner)
  await givePasskey(app, other)
  const asked = [
    await app.call(startPasskey, {}, owner),
    await app.call(removePasskey, { id }, owner),
    await app.call(removePasskeysOf, { id: other.staff_account_id }, owner),
  ]
  expect(asked.map(({ status, body }) => [status, body.detail])).toEqual(asked.map(() => [403, CONFIRM_WITH.passkey]))

  await confirmedAgo(app, owner, '1 minute')
  expect((await app.call(removePasskeysOf, { id: other.staff_account_id }, owner)).status).toBe(204)
  expect((await app.call(readSession, {}, other)).status).toBe(401)
  expect((await app.call(listPasskeys, {}, await app.admin('therapy@meridianhealth.example'))).body).toEqual([])
  expect((await app.call(removePasskeysOf, { id: other.staff_account_id }, owner)).status).toBe(404)
})

test('people who have a passkey must confirm an erasure with it', async () => {
  const owner = await app.admin('laboratory@meridianhealth.example')
  expect((await app.call(carryOutErasure, { id: 1 }, owner)).status).toBe(404)
  await givePasskey(app, owner)
  expect((await app.call(carryOutErasure, { id: 1 }, owner)).body.detail).toBe(CONFIRM_WITH.passkey)
  await confirmedAgo(app, owner, '1 minute')
  expect((await app.call(carryOutErasure, { id: 1 }, owner)).status).toBe(404)
})

test('changing who can do things such as erase or reveal requires the passkey first', async () => {
  const owner = await app.admin('therapy@meridianhealth.example')
  await givePasskey(app, owner)
  const { staff_account_id: id } = await makeStaff(app, 'hiring-manager')
  const attempts = [
    () => app.call(invitePerson, { email: 'eraser@agency.example', given_role: 'recruiter' }, owner),
    () => app.call(updatePerson, { id, is_suspended: true }, owner),
    () => app.call(removePerson, { id }, owner),
  ]
  for (const attempt of attempts) expect(await attempt()).toMatchObject({ status: 403, body: { detail: CONFIRM_WITH.passkey } })
  await confirmedAgo(app, owner, '1 minute')
  const statuses = []
  for (const attempt of attempts) statuses.push((await attempt()).status)
  expect(statuses).toEqual([201, 200, 204])
})

test("removing someone deletes their passkeys, so they don't work if the address is reused", async () => {
  const [owner, leaving] = [await app.admin('pharmacy@meridianhealth.example'), await makeStaff(app, 'auditor')]
  await givePasskey(app, leaving)
  expect((await app.call(removePerson, { id: leaving.staff_account_id }, owner)).status).toBe(204)
  expect((await app.call(invitePerson, { email: leaving.email, given_role: 'auditor' }, owner)).body.passkeys).toBe(0)
})

test("no one can rename, remove or list someone else's passkeys", async () => {
  const [owner, nurse] = [await app.admin('imaging@meridianhealth.example'), await app.interviewer('nurse@meridianhealth.example')]
  const id = await givePasskey(app, owner)
  expect((await app.call(renamePasskey, { id, passkey_name: 'Mine' }, nurse)).status).toBe(404)
  expect((await app.call(removePasskey, { id }, nurse)).status).toBe(404)
  expect((await app.call(listPasskeys, {}, nurse)).body).toEqual([])
  expect((await app.call(removePasskeysOf, { id: owner.staff_account_id }, nurse)).status).toBe(403)
})

test.each<[string, Record<string, unknown>]>([
  ['empty', {}],
  ['without a challenge we issued', response('never-asked-for')],
  ['whose client data is not JSON', { id: 'x', response: { clientDataJSON: 'eyJ' } }],
])("a response %s can't add a passkey, confirm anything or sign anyone in", async (_, made) => {
  const owner = await app.admin('informatics@meridianhealth.example')
  expect((await app.call(addPasskey, { passkey_name: 'Laptop', response: made }, owner)).status).toBe(422)
  expect((await app.call(confirmWithPasskey, { response: made }, owner)).status).toBe(403)
  expect((await app.call(signInWithPasskey, { role: 'admin', response: made })).status).toBe(401)
})

test('a challenge works once, and only for the purpose and person it was created for', async () => {
  const [owner, other] = [await app.admin('people@meridianhealth.example'), await app.admin('billing@meridianhealth.example')]
  const challenge = String((await app.call(askForPasskey, {}, owner)).body.options['challenge'])
  for (const attempt of [
    () => app.call(addPasskey, { passkey_name: 'Laptop', response: response(challenge) }, owner),
    () => app.call(confirmWithPasskey, { response: response(challenge) }, other),
    () => app.call(signInWithPasskey, { role: 'admin', response: response(challenge) }),
  ])
    expect((await attempt()).status).toBeGreaterThan(399)
  const left = async () => Number((await app.db.execute(sql`select count(*)::int as n from passkey_challenge where challenge = ${challenge}`)).rows[0]!['n'])
  expect(await left()).toBe(1)
  await app.call(confirmWithPasskey, { response: response(challenge) }, owner)
  expect(await left()).toBe(0)
})

test("if owners need a passkey, they can't do anything until they use one; others can", async () => {
  await using strict = await startApp({ OWNER_PASSKEYS: 'required' })
  const owner = await strict.admin()
  const people = async () => {
    const { status, body } = await strict.call(listPeople, {}, owner)
    return body.detail ?? status
  }
  expect(await people()).toBe(PASSKEY_REQUIRED)
  expect((await strict.call(readSession, {}, owner)).status).toBe(200)
  expect((await strict.call(startPasskey, {}, owner)).status).toBe(200)
  await givePasskey(strict, owner)
  expect((await strict.call(askForPasskey, {}, owner)).status).toBe(200)
  expect(await people()).toBe(CONFIRM_WITH.passkey)
  await confirmedAgo(strict, owner, '3 hours')
  expect(await people()).toBe(200)

  const auditor = await makeStaff(strict, 'auditor')
  expect((await strict.call(readSession, {}, auditor)).status).toBe(200)
  expect((await strict.call(logout, {}, owner)).status).toBe(204)
})

test.each(['recruiter', 'hiring-manager', 'auditor', 'interviewer'] as const)('if all staff need a passkey, so does %s', async (role) => {
  await using strict = await startApp({ STAFF_PASSKEYS: 'required' })
  const as = role === 'interviewer' ? await strict.interviewer() : await makeStaff(strict, role)
  const rename = async (id: number) => {
    const { status, body } = await strict.call(renamePasskey, { id, passkey_name: 'Phone' }, as)
    return body.detail ?? status
  }
  expect(await rename(1)).toBe(PASSKEY_REQUIRED)
  expect((await strict.call(startPasskey, {}, as)).status).toBe(200)
  const id = await givePasskey(strict, as)
  expect(await rename(id)).toBe(CONFIRM_WITH.passkey)
  await confirmedAgo(strict, as, '3 hours')
  expect(await rename(id)).toBe(200)
})

test('a recruiter with a passkey confirms with it before exporting names', async () => {
  const recruiter = await makeStaff(app, 'recruiter')
  const exported = async () => (await app.call(exportApplicants, { roleId: 'all', identifiable: true }, recruiter)).body.detail
  expect(await exported()).toBeUndefined()
  await givePasskey(app, recruiter)
  expect(await exported()).toBe(CONFIRM_WITH.passkey)
})

test("with single sign-on only, a passkey alone doesn't sign anyone in", async () => {
  await using sso = await startApp({ SIGN_IN: 'oidc', OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' })
  expect((await sso.call(signInWithPasskey, { role: 'admin', response: {} })).status).toBe(403)
})

function response(challenge: string): Record<string, unknown> {
  const clientDataJSON = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: 'http://localhost:3000' })).toString('base64url')
  return { id: 'unknown', rawId: 'unknown', type: 'public-key', response: { clientDataJSON }, clientExtensionResults: {} }
}
