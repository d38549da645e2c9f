import { setTimeout as pause } from 'node:timers/promises'
import { finishSingleSignOn, startSingleSignOn } from '#contract/auth/single-sign-on.ts'
import { readSession } from '#contract/auth/auth.ts'
import type { Output } from '#contract/endpoint.ts'
import { openOidcServer, type OidcServer } from '#test/setup/oidc-server.ts'
import { ask } from '../client.ts'
import { fault, percentile, round } from '../fault.ts'
import { freePort } from '../product.ts'
import { ADMIN, openStage } from '../stage.ts'

const ROUNDS = 20
const WITHIN_MS = 1_000
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }

type LogoutResults = { told: number[]; others: number[]; notEnded: number }

/** The provider's logout token goes to one process. Measures how soon that process and another one reject the session. */
export const F41 = fault<LogoutResults>({
  id: 'F41',
  what: 'the provider ends a session, in the process it notified and in another',
  kinds: ['postgres'],
  async collect(kind) {
    const PORT = String(await freePort())
    const BASE_URL = `http://127.0.0.1:${PORT}`
    const provider = await openOidcServer({ origin: BASE_URL, people: { owner: { email: ADMIN, email_verified: true } } })
    const stage = await openStage(kind, { ...provider.settings, BASE_URL, SIGN_IN: 'oidc' })
    try {
      const told = await stage.start({ PORT })
      const other = await stage.start({ PORT: String(await freePort()) })
      const seen: LogoutResults = { told: [], others: [], notEnded: 0 }
      for (let round = 0; round < ROUNDS; round++) {
        const token = await signIn(told.url, provider)
        if (!(await isSignedIn(other.url, token))) throw new Error('the session was not known to the other process')
        const began = performance.now()
        const ends = [told.url, other.url].map((url) => waitUntilSignedOut(url, token, began))
        await logOut(told.url, provider)
        const [here, there] = await Promise.all(ends)
        if (here === null || there === null) seen.notEnded++
        seen.told.push(here ?? Infinity)
        seen.others.push(there ?? Infinity)
      }
      return seen
    } finally {
      await provider.close()
      await stage.close()
    }
  },
  judge: ({ told, others, notEnded }) => [
    ...(notEnded > 0 ? [`${notEnded} sessions went on`] : []),
    ...(Math.max(...told, ...others) > WITHIN_MS ? [`a session went on for ${round(Math.max(...told, ...others))} ms`] : []),
  ],
  tamper: (seen) => void seen.others.push(5_000),
  describe: ({ told, others }) =>
    `${told.length} logouts: over after ${round(percentile(told, 0.5))} ms in the process that was told and ${round(percentile(others, 0.5))} ms in the other (median), ${round(Math.max(...told, ...others))} ms at most`,
})

async function signIn(url: string, provider: OidcServer): Promise<string> {
  provider.state.subject = 'owner'
  const started = await ask<Output<typeof startSingleSignOn>>(`${url}${startSingleSignOn.path}`, { body: { role: 'admin' } })
  const cookie = started.headers.get('set-cookie')!.split(';')[0]!
  const response = await provider.visit(started.body.authorization_url)
  const finished = await ask<{ token: string }>(`${url}${finishSingleSignOn.path}`, { body: response, cookie })
  if (finished.status !== 200) throw new Error(`signing in returned ${finished.status}`)
  return finished.body.token
}

async function logOut(url: string, provider: OidcServer): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const logout_token = await provider.sign({
    iss: provider.issuer,
    aud: 'rounds',
    sub: 'owner',
    iat: now,
    exp: now + 120,
    jti: crypto.randomUUID(),
    events: EVENTS,
  })
  const body = new URLSearchParams({ logout_token }).toString()
  const { status } = await ask(`${url}/api/auth/sso/logout`, { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  if (status !== 200) throw new Error(`signing out returned ${status}`)
}

const isSignedIn = async (url: string, token: string) => (await ask(`${url}${readSession.path}`, { token })).status === 200

async function waitUntilSignedOut(url: string, token: string, began: number): Promise<number | null> {
  while (performance.now() - began < 5 * WITHIN_MS) {
    if (!(await isSignedIn(url, token))) return performance.now() - began
    await pause(2)
  }
  return null
}
