import * as client from 'openid-client'
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { PROOF_MINUTES } from '#contract/auth/passkeys.ts'
import type { Attempt, Identity, ProviderLogout, ProviderResponse, SingleSignOn } from './single-sign-on.ts'
import { readCapped } from '#server/read-capped.ts'
import { throwRejected, unavailable } from './sso-errors.ts'

type ProviderSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  returnTo: () => string
  /** Treats an address as verified if the provider doesn't specify. */
  trustsEmail: boolean
}
type Provider = { config: client.Configuration; keys: JWTVerifyGetKey; algorithms: string[]; scope: string }

const TIMEOUT_SECONDS = 5
const PROOF_SECONDS = PROOF_MINUTES * 60
/** How often discovery is repeated, so a provider can move its endpoints. */
const REDISCOVER_MS = 10 * 60_000
/** An unknown key makes us reload the provider's keys, but no more often than this. */
const KEYS_COOLDOWN_MS = 1_000
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Only public-key signatures: with a shared secret, anyone who knows the client secret could sign, and with `none`, anyone at all. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** The authorization code flow with PKCE, state and nonce. Every token's signature is verified, even where TLS alone would be enough. */
export function openIdProvider(settings: ProviderSettings): SingleSignOn {
  const provider = cached(() => discover(settings))
  return {
    begin: async (isAgain) => begin(await provider(), settings, isAgain),
    finish: async (response, attempt) => finish(await provider(), settings, { response, attempt }),
    readLogout: async (logout_token) => readLogout(await provider(), settings, logout_token),
  }
}

/** Caches discovery; if it fails, the next sign-in tries again. */
function cached(open: () => Promise<Provider>): () => Promise<Provider> {
  let current: { opened: Promise<Provider>; at: number } | null = null
  return () => {
    if (!current || performance.now() - current.at > REDISCOVER_MS) current = { opened: open(), at: performance.now() }
    const { opened } = current
    opened.catch(() => {
      if (current?.opened === opened) current = null
    })
    return opened
  }
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Provider> {
  const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
  const how = { timeout: TIMEOUT_SECONDS, execute, [client.customFetch]: cappedFetch }
  const config = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, how).catch(unavailable)
  const { jwks_uri, id_token_signing_alg_values_supported: offered = ['RS256'], scopes_supported = [] } = config.serverMetadata()
  if (!jwks_uri) return unavailable(new Error('the provider names no keys'))
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    cooldownDuration: KEYS_COOLDOWN_MS,
    cacheMaxAge: REDISCOVER_MS,
    timeoutDuration: TIMEOUT_SECONDS * 1000,
    [customFetch]: cappedFetch,
  })
  const scope = ['openid', 'email', ...(scopes_supported.includes('groups') ? ['groups'] : [])].join(' ')
  return { config, keys, scope, algorithms: ALGORITHMS.filter((one) => offered.includes(one)) }
}

async function begin(
  { config, scope }: Provider,
  { returnTo }: ProviderSettings,
  again_flag: boolean,
): Promise<{ authorization_url: string; attempt: Attempt }> {
  const attempt = { state: client.randomState(), nonce: client.randomNonce(), code_verifier: client.randomPKCECodeVerifier(), again_flag }
  const { href } = client.buildAuthorizationUrl(config, {
    redirect_uri: returnTo(),
    scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(attempt.code_verifier),
    code_challenge_method: 'S256',
    ...(again_flag && { prompt: 'login', max_age: String(PROOF_SECONDS) }),
  })
  return { authorization_url: href, attempt }
}

async function finish(
  provider: Provider,
  { clientId, returnTo, trustsEmail }: ProviderSettings,
  { response, attempt }: { response: ProviderResponse; attempt: Attempt },
): Promise<Identity> {
  const { config } = provider
  const url = new URL(returnTo())
  for (const [name, value] of Object.entries(response)) if (value !== undefined) url.searchParams.set(name, value)
  const { nonce, state, code_verifier, again_flag } = attempt
  const checks = {
    expectedNonce: nonce,
    expectedState: state,
    pkceCodeVerifier: code_verifier,
    idTokenExpected: true,
    ...(again_flag && { maxAge: PROOF_SECONDS }),
  }
  const tokens = await client.authorizationCodeGrant(config, url, checks).catch(throwRejected)
  await checkSignature(provider, tokens.id_token!, { audience: clientId })
  const tokenClaims = tokens.claims()!
  const isEnough = tokenClaims['email'] !== undefined && tokenClaims['groups'] !== undefined
  // Many providers leave the address and groups out of the token.
  const userInfo: Partial<client.UserInfoResponse> =
    isEnough || !config.serverMetadata().userinfo_endpoint ? {} : await client.fetchUserInfo(config, tokens.access_token, tokenClaims.sub).catch(throwRejected)
  // One verified address doesn't verify another.
  const isOther = tokenClaims['email'] !== undefined && userInfo.email !== undefined && userInfo.email !== tokenClaims['email']
  return readIdentity({ email_verified: trustsEmail, ...userInfo, ...(isOther && { email_verified: false }), ...tokenClaims })
}

/** OpenID Connect Core, section 2: at most 255 ASCII characters. NUL can't be stored. */
const Subject = z.string().regex(/^[ -~]{1,255}$/)
const ProviderSession = z
  .string()
  .max(1000)
  .regex(/^[^\0]*$/)

const Claims = z.object({
  sub: Subject,
  sid: ProviderSession.optional().catch(undefined),
  email: z.string().optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((said) => said === 'true')]).catch(false),
  groups: z
    .union([z.array(z.string()), z.string().transform((one) => [one])])
    .default([])
    .catch([]),
})

function readIdentity(claims: object): Identity {
  const read = Claims.safeParse(claims)
  if (!read.success) return throwRejected(new Error('claims that break the rules'))
  const { sub, sid, email, email_verified, groups } = read.data
  return { subject: sub, email: email ?? null, is_verified: email_verified, groups, sid: sid ?? null }
}

/** OpenID Connect Back-Channel Logout 1.0, section 2.6. */
async function readLogout(provider: Provider, { clientId }: ProviderSettings, token: string): Promise<ProviderLogout> {
  const claims = await checkSignature(provider, token, { audience: clientId, maxTokenAge: '5 minutes', requiredClaims: ['events', 'iat', 'jti'] })
  const { sub, sid, nonce, events } = claims
  const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events
  const target = { subject: Subject.safeParse(sub).data ?? null, sid: ProviderSession.safeParse(sid).data ?? null }
  if (!isLogout || nonce !== undefined || (target.subject === null && target.sid === null)) return throwRejected(new Error('not a logout token'))
  return { ...target, issued_at: claims.iat! }
}

type TokenChecks = { audience: string; maxTokenAge?: string; requiredClaims?: string[] }

async function checkSignature({ config, keys, algorithms }: Provider, token: string, expected: TokenChecks): Promise<JWTPayload> {
  const { issuer } = config.serverMetadata()
  const { payload } = await jwtVerify(token, keys, { issuer, algorithms, clockTolerance: 30, ...expected }).catch(throwRejected)
  return payload
}

/** A token, its keys and a provider's metadata are a few kilobytes each. */
const MAX_BYTES = 1024 * 1024

/** A `fetch` for provider responses that never reads more than 1 MB into memory. */
async function cappedFetch(url: string, request: object): Promise<Response> {
  const response = await fetch(url, request)
  const text = await readCapped(response, MAX_BYTES)
  if (text === null) throw Object.assign(new Error("The provider's response is too large."), { code: 'TOO_LARGE' })
  const { status, statusText, headers } = response
  const hasBody = ![101, 204, 205, 304].includes(status)
  return new Response(hasBody ? text : null, { status, statusText, headers })
}
