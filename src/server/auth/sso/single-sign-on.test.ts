import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSession, sendCode, verifyCode } from '#contract/auth/auth.ts'
import { listAudit } from '#contract/audit-trail.ts'
import { finishSingleSignOn, startSingleSignOn } from '#contract/auth/single-sign-on.ts'
import { updatePerson, invitePerson, listPeople, removePerson } from '#contract/staff/staff.ts'
import { makeSignInCode } from '#server/operate/commands/sign-in-code.ts'
import { startApp } from '#test/setup/app.ts'
import type { Person } from '#test/setup/oidc-server.ts'
import { startWithProvider, type WithProvider } from '#test/single-sign-on.ts'
import { elapsedIn } from '#test/setup/moved-clock.ts'

const OWNER = 'admin@meridianhealth.example'
/** What some providers send instead of `true`. */
const VAGUE = ['yes', 1, null, ['true']]
const people: Record<string, Person> = {
  owner: { email: OWNER, email_verified: true },
  nurse: { email: 'nurse@meridianhealth.example', email_verified: true },
  recruiter: { email: 'recruiter@agency.example', email_verified: true, groups: ['CN=Careers, OU=HR'] },
  stranger: { email: 'stranger@agency.example', email_verified: true, groups: ['Elsewhere'] },
  unverified: { email: OWNER, email_verified: false },
  unsaid: { email: 'physician@meridianhealth.example' },
  ...Object.fromEntries(VAGUE.map((value, index) => [`vague-${index}`, { email: `vague-${index}@meridianhealth.example`, email_verified: value as never }])),
  impostor: { email: OWNER, email_verified: true },
}

let at: WithProvider
beforeAll(async () => {
  at = await startWithProvider(startApp, { people, settings: { OIDC_GROUPS: 'CN=Careers, OU=HR=recruiter; Audit=auditor' } })
})
afterAll(() => at.close())

test('an owner and an interviewer sign in with the provider, each to their own area', async () => {
  const owner = await at.signIn('owner')
  expect([owner.status, owner.body]).toEqual([200, expect.objectContaining({ email: OWNER, role: 'admin', roles: ['admin', 'interviewer'] })])
  expect((await at.app.call(readSession, {}, { token: owner.body.token })).status).toBe(200)
  const nurse = await at.signIn('nurse', 'interviewer')
  expect(nurse.body).toMatchObject({ role: 'interviewer', roles: ['interviewer'] })
  expect((await at.signIn('nurse', 'admin')).status).toBe(403)
})

test("codes are off for everyone, except for an owner's emergency code from the command line", async () => {
  for (const email of [OWNER, 'nurse@meridianhealth.example']) expect((await at.app.call(sendCode, { email })).status).toBe(403)
  const { code } = await makeSignInCode(at.app, OWNER)
  const { status, body } = await at.app.call(verifyCode, { email: OWNER, code })
  expect([status, (await at.app.call(readSession, {}, { token: body.token })).status]).toEqual([200, 200])
  await expect(makeSignInCode(at.app, 'nurse@meridianhealth.example')).rejects.toThrow("isn't an owner")
  expect((await at.app.call(verifyCode, { email: 'nurse@meridianhealth.example', code: '12345678' })).status).toBe(403)
  // A session opened with a code before codes were turned off.
  expect((await at.app.call(readSession, {}, await at.app.interviewer())).status).toBe(401)
})

test('joining a group assigns a role and leaving it removes the role; a role given by an owner is kept', async () => {
  const joined = await at.signIn('recruiter')
  expect(joined.body).toMatchObject({ roles: ['recruiter'], powers: ['read', 'decide', 'export'] })
  people['recruiter']!.groups = ['Audit']
  expect((await at.signIn('recruiter')).body.roles).toEqual(['auditor'])
  people['recruiter']!.groups = []
  expect((await at.signIn('recruiter')).status).toBe(403)

  expect((await at.signIn('stranger')).status).toBe(403)
  const owner = { token: (await at.signInAgain('owner')).body.token }
  await at.app.call(invitePerson, { email: 'stranger@agency.example', given_role: 'auditor' }, owner)
  expect((await at.signIn('stranger')).body.roles).toEqual(['auditor'])
  const { staff_account_id } = (await at.app.call(listPeople, {}, owner)).body.find(({ email }) => email === 'stranger@agency.example')!
  await at.app.call(updatePerson, { id: staff_account_id!, is_suspended: true }, owner)
  expect((await at.signIn('stranger')).status).toBe(403)
})

test('someone refused because they left the group loses its role, so a code or an open session no longer gives access', async () => {
  const leaver: Person = { email: 'leaver@agency.example', email_verified: true, groups: ['Audit'] }
  const both = await startWithProvider(startApp, {
    people: { owner: people['owner']!, leaver, namesake: { ...leaver, groups: [] } },
    settings: { SIGN_IN: 'code', OIDC_GROUPS: 'Audit=auditor' },
  })
  const owner = { token: (await both.signIn('owner')).body.token }
  const roleOf = async (email: string) => (await both.app.call(listPeople, {}, owner)).body.find((person) => person.email === email)?.given_role
  const session = { token: (await both.signIn('leaver')).body.token }

  expect((await both.signIn('leaver', 'interviewer')).status).toBe(403)
  expect((await both.signIn('namesake', 'interviewer')).status).toBe(403)
  expect(await roleOf('leaver@agency.example')).toBe('auditor')
  expect((await both.app.call(readSession, {}, session)).body.roles).toEqual(['auditor'])

  leaver.groups = []
  expect((await both.signIn('leaver')).status).toBe(403)
  expect(await roleOf('leaver@agency.example')).toBeUndefined()
  expect((await both.app.call(sendCode, { email: 'leaver@agency.example' })).status).toBe(403)
  expect((await both.app.call(readSession, {}, session)).status).toBe(401)
  const { body: rows } = await both.app.call(listAudit, { action: 'staff.role-from-group' }, owner)
  expect(rows.map(({ facts }) => facts['given_role'])).toEqual([null, 'auditor'])
  await both.close()
})

test('a role an owner assigns to someone who already had one from a group is kept after they leave the group', async () => {
  people['joiner'] = { email: 'joiner@agency.example', email_verified: true, groups: ['Audit'] }
  expect((await at.signIn('joiner')).body.roles).toEqual(['auditor'])
  const owner = { token: (await at.signInAgain('owner')).body.token }
  const { staff_account_id } = (await at.app.call(listPeople, {}, owner)).body.find(({ email }) => email === 'joiner@agency.example')!
  expect((await at.app.call(removePerson, { id: staff_account_id! }, owner)).status).toBe(204)
  expect((await at.app.call(invitePerson, { email: 'joiner@agency.example', given_role: 'auditor' }, owner)).status).toBe(201)
  people['joiner'].groups = []
  expect((await at.signIn('joiner')).body.roles).toEqual(['auditor'])
})

test("an unverified address, or one that belongs to a different account at the provider, can't sign in", async () => {
  await at.signIn('owner')
  expect((await at.signIn('unverified')).status).toBe(403)
  const impostor = await at.signIn('impostor')
  expect([impostor.status, impostor.body.detail]).toEqual([403, expect.stringContaining('belongs to another account')])
})

test("an address whose verification the provider doesn't report can't sign in, unless OIDC_TRUST_EMAIL allows it", async () => {
  expect((await at.signIn('unsaid', 'interviewer')).status).toBe(403)
  const trusting = await startWithProvider(startApp, { people, settings: { OIDC_TRUST_EMAIL: 'yes' } })
  expect((await trusting.signIn('unsaid', 'interviewer')).status).toBe(200)
  expect((await trusting.signIn('unverified')).status).toBe(403)
  await trusting.close()
})

test("one verified address doesn't verify another in the same ID token", async () => {
  at.provider.state.resign = (payload, sign) => sign({ ...payload, email: 'therapy@meridianhealth.example' })
  expect((await at.signIn('nurse', 'interviewer')).status).toBe(403)
  at.provider.state.resign = null
  expect((await at.signIn('nurse', 'interviewer')).status).toBe(200)
})

test.each(VAGUE.map((value, index) => [JSON.stringify(value), `vague-${index}`]))(
  "an address whose verified claim is %s can't sign in",
  async (_said, subject) => {
    expect((await at.signIn(subject, 'interviewer')).status).toBe(403)
  },
)

test('while the provider is down, people are asked to try again; codes stay off', async () => {
  const started = await at.comeBack('owner')
  at.provider.state.isDown = true
  const { status, headers } = await at.app.call(finishSingleSignOn, started.response, { cookies: started.cookies })
  expect([status, headers['retry-after']]).toEqual([503, '30'])
})

test.each(['discovery', 'keys'])(
  'a provider that stops responding at its %s endpoint times out after 5 seconds and works again once it responds',
  async (step) => {
    const slow = await startWithProvider(startApp, { people: { owner: people['owner']! } })
    const { app, provider } = slow
    if (step === 'discovery') provider.state.silentAt = /well-known/
    const started = step === 'keys' ? await slow.comeBack('owner') : null
    provider.state.silentAt ??= /jwks/
    const took = await elapsedIn(async () => {
      const { status, headers } = started
        ? await app.call(finishSingleSignOn, started.response, { cookies: started.cookies })
        : await app.call(startSingleSignOn, { role: 'admin' })
      expect([status, headers['retry-after']]).toEqual([503, '30'])
    })
    expect(took).toBeLessThan(9_000)
    provider.state.silentAt = null
    expect((await slow.signIn('owner')).status).toBe(200)
    await slow.close()
  },
)

test("without a provider, there's no single sign-on", async () => {
  await using plain = await startApp()
  expect((await plain.call(startSingleSignOn, { role: 'admin' })).status).toBe(404)
})
