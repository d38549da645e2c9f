import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, importJWK, SignJWT, type JWK, type JWTPayload } from 'jose'
import { Provider, type Configuration } from 'oidc-provider'

export const OIDC_CLIENT = { OIDC_CLIENT_ID: 'rounds', OIDC_CLIENT_SECRET: 'client-secret-canary-of-thirty-two-characters' }

export type Person = { email?: string; email_verified?: boolean; groups?: string[] }
type ForgeryInput = { alg?: string; key?: CryptoKey | Uint8Array; kid?: string }
type Sign = (payload: JWTPayload, forged?: ForgeryInput) => Promise<string>
/** Replaces an ID token's payload; a custom header or key makes it a forgery. */
export type Resign = (payload: JWTPayload, sign: Sign) => Promise<string>

type State = { subject: string; resign: Resign | null; isDown: boolean; silentAt: RegExp | null; jwk: JWK; provider: Provider | null }
type ProviderInput = { issuer: string; app: string; people: Record<string, Person> }

/**
 * Starts a real OpenID provider (certified, from npm) for one client. `people` are its accounts by subject; `state.subject` is signed in without a
 * form. `state.resign` replaces outgoing ID tokens; with `state.isDown`, every response is a 503; and paths that match `state.silentAt` get no
 * response.
 */
export async function openOidcServer({ origin: app, people }: { origin: string; people: Record<string, Person> }) {
  const state: State = { subject: '', resign: null, isDown: false, silentAt: null, jwk: await newKey('first'), provider: null }
  const server = createServer((request, response) => serve(state, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  state.provider = openProvider(state, { issuer, app, people })

  return {
    issuer,
    state,
    sign: signWith(state),
    settings: { OIDC_ISSUER: issuer, ...OIDC_CLIENT },
    /** Switches to new keys. */
    async rotate() {
      state.jwk = await newKey('second')
      state.provider = openProvider(state, { issuer, app, people })
    },
    visit: (authorization_url: string) => visit(authorization_url, app),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type OidcServer = Awaited<ReturnType<typeof openOidcServer>>

function openProvider(state: State, place: ProviderInput): Provider {
  const provider = new Provider(place.issuer, configuration(state, place))
  provider.use(async (ctx, next) => {
    await next()
    const body = ctx.body as { id_token?: string } | undefined
    if (state.resign && ctx.path === '/token' && body?.id_token) body.id_token = await state.resign(decodeJwt(body.id_token), signWith(state))
  })
  return provider
}

function configuration({ jwk }: State, { app, people }: ProviderInput): Configuration {
  return {
    clients: [
      {
        client_id: OIDC_CLIENT.OIDC_CLIENT_ID,
        client_secret: OIDC_CLIENT.OIDC_CLIENT_SECRET,
        redirect_uris: [`${app}/admin/login/sso`],
        backchannel_logout_uri: `${app}/api/auth/sso/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['cookie-key-of-the-provider'] },
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], groups: ['groups'] },
    scopes: ['openid', 'email', 'groups'],
    ttl: Object.fromEntries(['Interaction', 'Session', 'Grant', 'AccessToken', 'IdToken'].map((kind) => [kind, 600])),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    // By default, it won't call loopback addresses.
    fetch: (url, init) => fetch(url, { ...init, dispatcher: undefined } as RequestInit),
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId, ...people[accountId] }) }),
  }
}

function serve(state: State, request: IncomingMessage, response: ServerResponse): void {
  if (state.isDown) return void response.writeHead(503).end()
  if (state.silentAt?.test(request.url ?? '')) return
  if (request.url?.startsWith('/interaction/')) return void admit(state, request, response)
  void state.provider!.callback()(request, response)
}

async function admit({ provider, subject }: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt, params } = await provider!.interactionDetails(request, response)
  if (prompt.name === 'login') return provider!.interactionFinished(request, response, { login: { accountId: subject } })
  const grant = new provider!.Grant({ accountId: subject, clientId: String(params['client_id']) })
  grant.addOIDCScope(String(params['scope']))
  return provider!.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
}

function signWith(state: State): Sign {
  return async (payload, { alg = 'RS256', key, kid = state.jwk.kid! } = {}) =>
    new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(key ?? (await importJWK(state.jwk, alg)))
}

/** Follows redirects like a browser would, and returns the result. */
async function visit(authorization_url: string, app: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  for (let url = new URL(authorization_url); ;) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${response.status} at ${url.pathname}: ${await response.text()}`)
    url = new URL(location, url)
    if (url.origin === app) return Object.fromEntries(url.searchParams)
  }
}

async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' }
}
