import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSession } from '#contract/auth/auth.ts'
import { openApp } from '#server/app.ts'
import { purposeHash } from '#server/http/keys.ts'
import { auth_session } from '#server/db/tables.ts'
import { startApp } from '#test/setup/app.ts'
import { startWithProvider, type WithProvider } from '#test/single-sign-on.ts'

const people = {
  owner: { email: 'admin@meridianhealth.example', email_verified: true },
  nurse: { email: 'nurse@meridianhealth.example', email_verified: true },
}
const anHourAgo = () => Math.floor(Date.now() / 1000) - 3600

let at: WithProvider
beforeAll(async () => {
  at = await startWithProvider(startApp, { people })
})
afterAll(() => at.close())

test('when the provider ends a session, it ends in every process immediately, and others continue', async () => {
  const [mine, others, nurses] = [await at.signIn('owner'), await at.signIn('owner'), await at.signIn('nurse', 'interviewer')]
  const another = await openApp({ ...at.app.services, outbox: at.app.outbox })
  const status = async ({ body: { token } }: typeof mine) =>
    (await another.inject({ url: readSession.path, headers: { authorization: `Bearer ${token}` } })).statusCode
  expect([await status(mine), await status(others)]).toEqual([200, 200])

  const sid = await sidOf(mine.body.token)
  expect((await logOut({ sub: 'owner', sid })).status).toBe(200)
  expect([await status(mine), await status(others)]).toEqual([401, 200])
  expect((await logOut({ sub: 'owner' })).status).toBe(200)
  expect([await status(others), await status(nurses)]).toEqual([401, 200])
  await another.close()
})

test.each<[string, Record<string, unknown>]>([
  ['without an event', { events: undefined }],
  ['with another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
  ['with a nonce, like an ID token', { nonce: 'n' }],
  ['for another client', { aud: 'another-client' }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['that is old', { iat: anHourAgo() }],
  ['without a subject or session', { sub: undefined }],
])("a logout token %s doesn't end any session", async (_, claims) => {
  const { token } = (await at.signIn('owner')).body
  expect((await logOut({ sub: 'owner', ...claims })).status).toBe(400)
  expect((await at.app.call(readSession, {}, { token })).status).toBe(200)
})

test("the provider's new keys are accepted, and removed keys are rejected", async () => {
  await at.signIn('owner')
  const [old, payload] = [at.provider.state.jwk, logoutClaims({ sub: 'owner' })]
  await at.provider.rotate()
  await expect.poll(async () => (await at.signIn('owner')).status).toBe(200)
  const rotated = at.provider.state.jwk
  at.provider.state.jwk = old
  const forged = await at.provider.sign(payload)
  at.provider.state.jwk = rotated
  expect((await at.sendLogout(forged)).status).toBe(400)
})

function logoutClaims(claims: Record<string, unknown>): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000)
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  return { iss: at.provider.issuer, aud: 'rounds', iat: now, exp: now + 120, jti: crypto.randomUUID(), events, ...claims }
}

async function logOut(claims: Record<string, unknown>) {
  return at.sendLogout(await at.provider.sign(logoutClaims(claims)))
}

async function sidOf(token: string): Promise<string> {
  const [session] = await at.app.db
    .select()
    .from(auth_session)
    .where(eq(auth_session.token_hash, purposeHash('session', token)))
  return session!.sso_sid!
}
