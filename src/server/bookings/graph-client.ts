import { z } from 'zod'
import { bookingsUnavailable } from './bookings-unavailable.ts'
import { callGraph, type GraphAnswer, type GraphTimeouts, type Trip } from './graph-call.ts'

export type GraphConfig = {
  baseUrl: string
  tenantId: string
  clientId: string
  clientSecret: string
  /** IDs or addresses of the bookings pages. */
  businessIds: string[]
  tokenUrl?: string | undefined
  timeouts?: GraphTimeouts | undefined
}

/** What's sent besides the token; `isRepeatable: false` for a call that must not be retried after a lost response. */
export type GraphRequestOptions = { method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'; body?: object; isRepeatable?: boolean }
export type GraphFetch = (trip: Trip, url: string, sent?: GraphRequestOptions) => Promise<GraphAnswer>
export type GraphClient = { ask: GraphFetch; businessUrl: (id: string) => string; onTrip: <Result>(work: (trip: Trip) => Promise<Result>) => Promise<Result> }

const TIMEOUTS: GraphTimeouts = { requestMs: 10_000, listMs: 30_000, retries: 3, firstPauseMs: 300 }
const MAX_PAGES = 200
/** Applies to all Graph responses for one request, since they're in memory together. */
const MAX_TRIP_BYTES = 20 * 1024 * 1024

/** Opens Microsoft Graph as an application, signed in with client credentials; one deadline covers all calls of a request. */
export function graphClient(config: GraphConfig): GraphClient {
  const timeouts = config.timeouts ?? TIMEOUTS
  const base = config.baseUrl.replace(/\/+$/, '')
  return {
    ask: authorizedCalls(config, base),
    businessUrl: (id) => `${base}/solutions/bookingBusinesses/${encodeURIComponent(id)}`,
    async onTrip(work) {
      const over = new AbortController()
      const signal = AbortSignal.any([over.signal, AbortSignal.timeout(timeouts.listMs)])
      try {
        return await work({ timeouts, signal, retriesLeft: timeouts.retries, bytesLeft: MAX_TRIP_BYTES })
      } finally {
        over.abort()
      }
    },
  }
}

/** Calls with the token; a token that's rejected despite looking valid is replaced once. */
function authorizedCalls(config: GraphConfig, base: string): GraphFetch {
  const tokens = graphTokens({
    tokenUrl: config.tokenUrl ?? `https://login.microsoftonline.com/${encodeURIComponent(config.tenantId)}/oauth2/v2.0/token`,
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    scope: `${new URL(base).origin}/.default`,
  })
  return async (trip, url, { method = 'GET', body, isRepeatable = true } = {}) => {
    for (let isLast = false; ; isLast = true) {
      const token = await tokens.token(trip)
      // Without this preference, Bookings returns times in the time zone of the page's mailbox.
      const headers = { accept: 'application/json', authorization: `Bearer ${token}`, prefer: 'outlook.timezone="UTC"', 'content-type': 'application/json' }
      const answer = await callGraph(trip, url, { method, headers, isRepeatable, ...(body && { body: JSON.stringify(body) }) })
      if (answer.status !== 401 || isLast) return answer
      tokens.forget(token)
    }
  }
}

/** Returns all rows of a list, across its pages. `what` names the list in an error's reason, such as `staff list`. */
export async function listAll<Row>(ask: GraphFetch, trip: Trip, { url, row, what }: { url: string; row: z.ZodType<Row>; what: string }): Promise<Row[]> {
  const Page = z.object({ value: z.array(row), '@odata.nextLink': z.string().optional() })
  const rows: Row[] = []
  let next: string | undefined = url
  for (let pages = 0; next; pages += 1) {
    if (pages === MAX_PAGES) throw bookingsUnavailable('Bookings returned too many pages.')
    const page = Page.safeParse(requireSuccess(await ask(trip, next), what))
    if (!page.success) throw bookingsUnavailable(`Bookings didn't return a valid ${what}.`)
    rows.push(...page.data.value)
    next = page.data['@odata.nextLink']
    // The next call sends the token, so it must go to the same server.
    if (next && !isSameOrigin(next, url)) throw bookingsUnavailable('Bookings returned a next-page link to another server.')
  }
  return rows
}

/** Returns the body of a 2xx response; any other status rejects with `BOOKINGS_UNAVAILABLE`. */
export function requireSuccess({ status, body }: GraphAnswer, what: string): unknown {
  if (status >= 200 && status < 300) return body
  const reasons: Record<number, string> = {
    401: "Bookings doesn't accept this app's sign-in.",
    403: `This app isn't allowed to ${what === 'staff list' ? 'read the staff' : 'keep the appointments'} in Bookings.`,
    404: "One of the bookings pages doesn't exist.",
  }
  throw bookingsUnavailable(reasons[status] ?? `Bookings refused the request (${status}).`)
}

function isSameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && new URL(one).origin === new URL(other).origin
}

const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() })

const EARLY_MS = 5 * 60 * 1000
const MAX_TOKEN_BYTES = 1024 * 1024

type GraphKeys = { tokenUrl: string; clientId: string; clientSecret: string; scope: string }

/** Client-credentials tokens (RFC 6749, 4.4), one at a time, used until five minutes (or a tenth of their lifetime) before they expire. */
function graphTokens(keys: GraphKeys) {
  let current: { token: string; useUntil: number } | null = null
  let pending: Promise<string> | null = null

  async function ask(trip: Trip): Promise<string> {
    const { token, lifeMs } = await requestToken(keys, trip)
    current = { token, useUntil: performance.now() + lifeMs - Math.min(EARLY_MS, lifeMs / 10) }
    return token
  }

  return {
    async token(trip: Trip): Promise<string> {
      if (current && performance.now() < current.useUntil) return current.token
      return (pending ??= ask(trip).finally(() => (pending = null)))
    },
    /** Call this if the service revoked this token; a newer one is kept. */
    forget(token: string): void {
      if (current?.token === token) current = null
    },
  }
}

async function requestToken(keys: GraphKeys, trip: Trip): Promise<{ token: string; lifeMs: number }> {
  const { status, body } = await callGraph(trip, keys.tokenUrl, {
    method: 'POST',
    maxBytes: MAX_TOKEN_BYTES,
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: keys.clientId,
      client_secret: keys.clientSecret,
      scope: keys.scope,
    }),
  })
  if (status !== 200) throw bookingsUnavailable(`Bookings refused this app's sign-in (${status}).`)
  const answer = TokenAnswer.safeParse(body)
  if (!answer.success) throw bookingsUnavailable('Signing in to Bookings returned no token.')
  return { token: answer.data.access_token, lifeMs: answer.data.expires_in * 1000 }
}
