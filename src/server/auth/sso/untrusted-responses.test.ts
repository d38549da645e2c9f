import { generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finishSingleSignOn } from '#contract/auth/single-sign-on.ts'
import { audit_trail } from '#server/db/tables.ts'
import type { Resign } from '#test/setup/oidc-server.ts'
import { startApp } from '#test/setup/app.ts'
import { startWithProvider, type WithProvider } from '#test/single-sign-on.ts'

const people = {
  owner: { email: 'admin@meridianhealth.example', email_verified: true },
  nurse: { email: 'nurse@meridianhealth.example', email_verified: true },
}

let at: WithProvider
beforeAll(async () => {
  at = await startWithProvider(startApp, { people })
})
afterAll(() => at.close())

async function lastReason(): Promise<unknown> {
  const rows = await at.app.db.select().from(audit_trail).orderBy(audit_trail.audit_id)
  return (rows.findLast(({ action }) => action === 'sign-in.failed')!.facts as { reason: unknown }).reason
}

test('a response works once, only in the browser that started it and with its own state', async () => {
  const first = await at.comeBack('owner')
  expect((await at.app.call(finishSingleSignOn, first.response)).status).toBe(401)
  expect((await at.app.call(finishSingleSignOn, first.response, { cookies: (await at.comeBack('owner')).cookies })).status).toBe(401)
  const answers = await Promise.all([1, 2, 3].map(() => at.app.call(finishSingleSignOn, first.response, { cookies: first.cookies })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
  expect(await lastReason()).toBe('unknown_state')

  const [one, two] = [await at.comeBack('owner'), await at.comeBack('nurse')]
  // Someone else's code sent with your state: rejected, because PKCE ties the code to the attempt.
  const mixed = await at.app.call(finishSingleSignOn, { ...one.response, code: two.response.code }, { cookies: one.cookies })
  expect([mixed.status, await lastReason()]).toEqual([401, 'invalid_grant'])
})

test("a response with another issuer, or with an error from the provider, doesn't sign anyone in", async () => {
  const mixedUp = await at.comeBack('owner')
  expect((await at.app.call(finishSingleSignOn, { ...mixedUp.response, iss: 'https://evil.example' }, { cookies: mixedUp.cookies })).status).toBe(401)
  const denied = await at.comeBack('owner')
  const { state, iss } = denied.response
  expect((await at.app.call(finishSingleSignOn, { state, iss, error: 'access_denied' }, { cookies: denied.cookies })).status).toBe(401)
  expect(await lastReason()).toBe('access_denied')
})

const anHourAgo = () => Math.floor(Date.now() / 1000) - 3600
const CLIENT_SECRET = new TextEncoder().encode('client-secret-canary-of-thirty-two-characters')

test.each<[string, Resign]>([
  ['for another client', (payload, sign) => sign({ ...payload, aud: 'another-client' })],
  ['of another issuer', (payload, sign) => sign({ ...payload, iss: 'https://evil.example' })],
  ['that expired', (payload, sign) => sign({ ...payload, iat: anHourAgo() - 60, exp: anHourAgo() })],
  ['from another attempt', (payload, sign) => sign({ ...payload, nonce: 'another-nonce' })],
  ['without a nonce', (payload, sign) => sign({ ...payload, nonce: undefined })],
  ['without a subject', ({ sub, ...payload }, sign) => (sub ? sign(payload) : sign({}))],
  ['signed with the client secret', (payload, sign) => sign(payload, { alg: 'HS256', key: CLIENT_SECRET })],
  ['signed by nobody', async (payload) => `${part({ alg: 'none' })}.${part(payload)}.`],
  ["signed with another key under the provider's name", async (payload, sign) => sign(payload, { key: (await generateKeyPair('RS256')).privateKey })],
])("an ID token %s doesn't sign anyone in", async (_, resign) => {
  at.provider.state.resign = resign
  const { status, body } = await at.signIn('owner')
  expect([status, body.detail]).toEqual([401, "Single sign-on didn't finish. Please try again."])
  at.provider.state.resign = (payload, sign) => sign(payload)
  expect((await at.signIn('owner')).status).toBe(200)
})

test.each(['nurse\0', 'n'.repeat(300), ''])("a subject that isn't allowed (%j) fails the sign-in", async (sub) => {
  at.provider.state.resign = (payload, sign) => sign({ ...payload, sub, ...people.nurse, groups: [] })
  const { status, body } = await at.signIn('nurse')
  expect([status, body.detail]).toEqual([401, "Single sign-on didn't finish. Please try again."])
  at.provider.state.resign = null
})

test("a session ID that can't be stored doesn't lock anyone out", async () => {
  at.provider.state.resign = (payload, sign) => sign({ ...payload, sid: 'a\0b' })
  expect((await at.signIn('owner')).status).toBe(200)
  at.provider.state.resign = null
})

test('a token response over 1 MB is discarded', async () => {
  at.provider.state.resign = async (payload, sign) => sign({ ...payload, ...people.owner, groups: ['x'.repeat(2_000_000)] })
  expect((await at.signIn('owner')).status).toBe(401)
  expect(await lastReason()).toBe('TOO_LARGE')
  at.provider.state.resign = null
})

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
