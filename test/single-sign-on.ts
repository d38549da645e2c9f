import { finishSingleSignOn, startSingleSignOn } from '#contract/auth/single-sign-on.ts'
import type { StaffRole } from '#contract/auth/auth.ts'
import type { startApp, TestApp } from './setup/app.ts'
import { openOidcServer, type OidcServer, type Person } from './setup/oidc-server.ts'

const ORIGIN = 'http://localhost:3000'

type ProviderInput = { people: Record<string, Person>; settings?: Record<string, string> }

/** Starts the app with single sign-on only, and the provider it trusts. */
export async function startWithProvider(start: typeof startApp, { people, settings = {} }: ProviderInput) {
  const provider = await openOidcServer({ origin: ORIGIN, people })
  const app = await start({ ...provider.settings, SIGN_IN: 'oidc', ...settings })
  const close = async () => {
    await app.close()
    await provider.close()
  }
  return { provider, app, ...journeys(app, provider), close }
}
export type WithProvider = Awaited<ReturnType<typeof startWithProvider>>

function journeys(app: TestApp, provider: OidcServer) {
  /** Follows sign-in up to the return page; returns what the provider sent back and the browser's cookie. */
  async function returnFromProvider(subject: string, role: StaffRole = 'admin', is_again = false) {
    provider.state.subject = subject
    const { body, cookies } = await app.call(startSingleSignOn, { role, is_again })
    return { response: (await provider.visit(body.authorization_url)) as { state: string; code: string; iss: string }, cookies }
  }

  async function signIn(subject: string, role: StaffRole = 'admin') {
    const { response, cookies } = await returnFromProvider(subject, role)
    return app.call(finishSingleSignOn, response, { cookies })
  }

  /** Signs in again, as someone who's asked to confirm their identity would. */
  async function signInAgain(subject: string) {
    const { response, cookies } = await returnFromProvider(subject, 'admin', true)
    return app.call(finishSingleSignOn, response, { cookies })
  }

  async function sendLogout(logout_token: string) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return app.send('POST', '/api/auth/sso/logout', new URLSearchParams({ logout_token }).toString(), { headers })
  }
  return { comeBack: returnFromProvider, signIn, signInAgain, sendLogout }
}
