import { SSO_RETURN_PATH } from '#contract/auth/single-sign-on.ts'
import type { Env } from '#server/env.ts'
import { once } from '#server/once.ts'
import type { SingleSignOn } from './single-sign-on.ts'

type Settings = Pick<Env, 'BASE_URL' | 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_TRUST_EMAIL'>

/** Returns the provider at OIDC_ISSUER, which isn't contacted until someone signs in; null if none is set. */
export function openSingleSignOn(env: Settings): SingleSignOn | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_TRUST_EMAIL } = env
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null
  const place = {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    returnTo: () => `${env.BASE_URL}${SSO_RETURN_PATH}`,
    trustsEmail: OIDC_TRUST_EMAIL === 'yes',
  }
  // Loaded on the first sign-in, because the libraries take memory that most installations don't need.
  const provider = once(async () => (await import('./open-id-provider.ts')).openIdProvider(place))
  return {
    begin: async (isAgain) => (await provider()).begin(isAgain),
    finish: async (response, attempt) => (await provider()).finish(response, attempt),
    readLogout: async (logout_token) => (await provider()).readLogout(logout_token),
  }
}
