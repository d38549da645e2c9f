import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportApplicants } from '#contract/applicants/applicants.ts'
import { exportShownApplicants } from '#contract/applicants/applicant-list.ts'
import { carryOutErasure } from '#contract/candidate/candidate-requests.ts'
import { readPacketZip } from '#contract/packet/packet.ts'
import { verifyCode } from '#contract/auth/auth.ts'
import { addPasskey, CONFIRM_WITH, confirmWithCode, removePasskeysOf, startPasskey } from '#contract/auth/passkeys.ts'
import { addOwner, updatePerson, invitePerson, removePerson } from '#contract/staff/staff.ts'
import { audit_trail, auth_session, passkey } from '#server/db/tables.ts'
import { makeStaff } from '#test/making-staff.ts'
import { startApp, type Actor, type TestApp } from '#test/setup/app.ts'
import { codeFor, signInFor } from '#test/signing-in.ts'
import { startWithProvider } from '#test/single-sign-on.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const OWNER = 'admin@meridianhealth.example'
const CODE = { status: 403, body: { detail: CONFIRM_WITH.code } }

async function ago({ db }: TestApp, passed: string): Promise<void> {
  await db.update(auth_session).set({ proved_at: sql`now() - ${passed}::interval` })
}

async function signedIn(email = OWNER): Promise<Actor> {
  const { body, cookies } = await signInFor(app, email)
  return { token: body.token, cookies }
}

/** Calls that can't be undone or that change access, each with its response when there's nothing to change. */
const CALLS: [what: string, (as: Actor) => Promise<{ status: number; body: { detail?: string } }>, number][] = [
  ['carrying out an erasure', (as) => app.call(carryOutErasure, { id: 999_999 }, as), 404],
  ['an export with names', (as) => app.call(exportApplicants, { roleId: 'all', identifiable: true }, as), 200],
  ['an export of a list with names', (as) => app.call(exportShownApplicants, { roleId: 'all', identifiable: true }, as), 200],
  ['a packet with names', (as) => app.call(readPacketZip, { id: 999_999 }, as), 404],
  ['inviting someone', (as) => app.call(invitePerson, { email: OWNER, given_role: 'auditor' }, as), 409],
  ['making someone an owner', (as) => app.call(addOwner, { email: OWNER }, as), 409],
  ['changing what someone may do', (as) => app.call(updatePerson, { id: 999_999, is_suspended: true }, as), 404],
  ["removing someone's role", (as) => app.call(removePerson, { id: 999_999 }, as), 404],
  ["removing someone's passkeys", (as) => app.call(removePasskeysOf, { id: 999_999 }, as), 404],
  ['starting to add a passkey', (as) => app.call(startPasskey, {}, as), 200],
  ['adding a passkey', (as) => app.call(addPasskey, { passkey_name: 'Phone', response: {} }, as), 422],
]

test.each(CALLS)('%s requires confirmation 5 minutes after sign-in, and a new code is enough', async (_what, ask, otherwise) => {
  const owner = await signedIn()
  await ago(app, '4 minutes')
  expect((await ask(owner)).status).toBe(otherwise)
  await ago(app, '6 minutes')
  expect(await ask(owner)).toMatchObject(CODE)
  expect((await app.call(confirmWithCode, { code: await codeFor(app, OWNER, owner) }, owner)).status).toBe(200)
  expect((await ask(owner)).status).toBe(otherwise)
})

test("an export or a packet without names doesn't require confirmation", async () => {
  const owner = await signedIn()
  await ago(app, '6 minutes')
  expect((await app.call(exportApplicants, { roleId: 'all' }, owner)).status).toBe(200)
  expect((await app.call(readPacketZip, { id: 999_999, blind: true }, owner)).status).toBe(404)
})

test("recruiters must confirm too, and one session's confirmation doesn't count for another", async () => {
  const [recruiter, elsewhere] = [await makeStaff(app, 'recruiter'), await makeStaff(app, 'recruiter')]
  const exported = async (as: Actor) => (await app.call(exportApplicants, { roleId: 'all', identifiable: true }, as)).status
  await ago(app, '6 minutes')
  await app.call(confirmWithCode, { code: await codeFor(app, recruiter.email) }, recruiter)
  expect([await exported(recruiter), await exported(elsewhere)]).toEqual([200, 403])
})

test("a wrong, used or someone else's code doesn't confirm anything, and each attempt is in the audit trail", async () => {
  const owner = await signedIn()
  const other = await signedIn('quality@meridianhealth.example')
  await ago(app, '6 minutes')
  const code = await codeFor(app, OWNER, owner)
  const confirmed = async (as: Actor, given: string) => (await app.call(confirmWithCode, { code: given }, as)).status
  expect(await confirmed(other, code)).toBe(403)
  expect(await confirmed(owner, code === '00000000' ? '1' : '00000000')).toBe(403)
  expect(await CALLS[0]![1](owner)).toMatchObject(CODE)
  expect([await confirmed(owner, code), await confirmed(owner, code)]).toEqual([200, 403])
  expect((await app.call(verifyCode, { email: OWNER, code }, owner)).status).toBe(401)
  expect((await app.call(confirmWithCode, { code })).status).toBe(401)
  const rows = await app.db.select({ action: audit_trail.action }).from(audit_trail).orderBy(audit_trail.audit_id)
  expect(
    rows
      .map(({ action }) => action)
      .filter((action) => /confirmed|failed/.test(action))
      .slice(-5),
  ).toEqual(['sign-in.failed', 'sign-in.failed', 'sign-in.confirmed', 'sign-in.failed', 'sign-in.failed'])
})

test('an emailed code never replaces a passkey', async () => {
  const email = 'imaging@meridianhealth.example'
  const { body } = await signInFor(app, email)
  const owner = { token: body.token }
  const { staff_account_id } = await app.admin(email)
  await app.db.insert(passkey).values({ staff_account_id, passkey_name: 'Key', credential_id: 'lost', public_key: 'pQ', uses: 0, transports: [] })
  expect((await app.call(confirmWithCode, { code: await codeFor(app, email) }, owner)).status).toBe(200)
  for (const [what, ask] of CALLS) expect(await ask(owner), what).toMatchObject({ status: 403, body: { detail: CONFIRM_WITH.passkey } })
})

test('with single sign-on only, the provider asks the person to sign in again and reports when they did', async () => {
  const at = await startWithProvider(startApp, { people: { owner: { email: OWNER, email_verified: true } } })
  const erase = async (token: string) => (await at.app.call(carryOutErasure, { id: 999_999 }, { token })).body.detail
  expect(await erase((await at.signIn('owner')).body.token)).toBe(CONFIRM_WITH.sso)
  const again = await at.signInAgain('owner')
  expect(await erase(again.body.token)).toBe('That request was not found.')
  await ago(at.app, '6 minutes')
  expect(await erase(again.body.token)).toBe(CONFIRM_WITH.sso)

  for (const auth_time of [undefined, Math.floor(Date.now() / 1000) - 600]) {
    at.provider.state.resign = (payload, sign) => sign({ ...payload, auth_time })
    expect((await at.signInAgain('owner')).status).toBe(401)
  }
  await at.close()
})
