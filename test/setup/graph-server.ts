import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { answerBookings, bookingsState, type BookingsState } from '#test/bookings/graph-bookings.ts'

type Row = { id?: string; displayName?: string | null; emailAddress?: string | null; timeZone?: string }
/** Responds in place of the server if it returns true. To hang, return true and do nothing. */
type FailureHandler = (request: IncomingMessage, response: ServerResponse) => boolean

export const GRAPH_KEYS = { tenantId: 'tenant-1', clientId: 'client-1', clientSecret: 'graph-secret-canary' }

/**
 * Fakes the Microsoft Graph endpoints for Bookings (free times and appointments are in graph-bookings.ts): the staff of each Bookings page (two per
 * response, with `@odata.nextLink`), single staff members, client-credentials tokens, and 401 without a current one. `pages` maps a Bookings page's ID
 * to its rows; `details` has the members for rows that are only an ID.
 */
export async function openGraphServer(pages: Record<string, Row[]>, details: Row[] = []) {
  const requests: string[] = []
  const bookings = bookingsState()
  const state = { token: 0, expiresIn: 3600, trouble: (() => false) as FailureHandler, loses: (_method: string, _url: string) => false }
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (state.trouble(request, response)) return
    if (request.url === '/token') return issueToken(state, response, new URLSearchParams(await text(request)))
    if (request.headers.authorization !== `Bearer token-${state.token}`) return respond(response, 401, { error: {} })
    const received = { url: request.url ?? '', method: request.method ?? '', body: await text(request), pages, details, bookings }
    const lost = state.loses(received.method, received.url)
    answer(lost ? null : response, `http://${request.headers.host}`, received)
    // The change was made, but the caller can't tell.
    if (lost) response.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    requests,
    state,
    bookings,
    place: { ...GRAPH_KEYS, baseUrl: `${origin}/v1.0`, tokenUrl: `${origin}/token`, businessIds: Object.keys(pages) },
    count: (part: string) => requests.filter((request) => request.includes(part)).length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function respond(response: ServerResponse | null, status: number, body: unknown, headers: Record<string, string> = {}): true {
  response?.writeHead(status, { 'content-type': 'application/json', ...headers }).end(status === 204 ? undefined : JSON.stringify(body))
  return true
}

function issueToken(state: { token: number; expiresIn: number }, response: ServerResponse, form: URLSearchParams) {
  const isKnown = form.get('client_id') === GRAPH_KEYS.clientId && form.get('client_secret') === GRAPH_KEYS.clientSecret
  const isWhole = form.get('grant_type') === 'client_credentials' && form.get('scope')?.endsWith('/.default')
  if (!isKnown || !isWhole) return respond(response, 401, { error: 'invalid_client' })
  state.token += 1
  return respond(response, 200, { token_type: 'Bearer', expires_in: state.expiresIn, access_token: `token-${state.token}` })
}

type ReceivedRequest = { url: string; method: string; body: string; pages: Record<string, Row[]>; details: Row[]; bookings: BookingsState }

function answer(response: ServerResponse | null, origin: string, { url, method, body, pages, details, bookings }: ReceivedRequest) {
  const { pathname, searchParams } = new URL(url, origin)
  if (searchParams.has('$select')) return respond(response, 500, { error: { message: 'unsupported' } })
  const booked = answerBookings(bookings, { method, pathname, query: searchParams, body, pages, origin })
  if (booked) return respond(response, booked.status, booked.body)
  const [, page = '', id] = /^\/v1\.0\/solutions\/bookingBusinesses\/([^/]+)\/staffMembers(?:\/([^/]+))?$/.exec(pathname) ?? []
  const rows = pages[decodeURIComponent(page)]
  if (!rows) return respond(response, 404, { error: { code: 'ResourceNotFound' } })
  if (id) {
    const detail = details.find((row) => row.id === decodeURIComponent(id))
    return detail ? respond(response, 200, detail) : respond(response, 404, { error: { code: 'ResourceNotFound' } })
  }
  const from = Number(searchParams.get('$skiptoken') ?? 0)
  const next = from + 2 < rows.length ? { '@odata.nextLink': `${origin}${pathname}?$skiptoken=${from + 2}` } : {}
  return respond(response, 200, { '@odata.context': 'x', value: rows.slice(from, from + 2), ...next })
}
