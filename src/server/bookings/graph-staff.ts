import { z } from 'zod'
import { withBreaker } from '#server/circuit-breaker.ts'
import { bookingsAway } from './bookings-away.ts'
import { eachAddressOnce } from './each-address-once.ts'
import { callGraph, type GraphAnswer, type GraphPatience, type Trip } from './graph-call.ts'
import { graphTokens } from './graph-token.ts'
import type { BookingsInterviewer, StaffList } from './staff-list.ts'

export type GraphPlace = {
  baseUrl: string
  tenantId: string
  clientId: string
  clientSecret: string
  /** Ids or addresses of the bookings pages. */
  businessIds: string[]
  tokenUrl?: string | undefined
  patience?: GraphPatience | undefined
}

const PATIENCE: GraphPatience = { requestMs: 10_000, listMs: 30_000, retries: 3, firstPauseMs: 300 }
const MOST_PAGES = 200
const AT_ONCE = 5

const StaffRow = z.object({
  id: z.string().optional(),
  displayName: z.string().nullish(),
  emailAddress: z.string().nullish(),
})
type StaffRow = z.infer<typeof StaffRow>
const StaffPage = z.object({ value: z.array(StaffRow), '@odata.nextLink': z.string().optional() })

type Ask = (trip: Trip, url: string) => Promise<GraphAnswer>

/**
 * The staff of Microsoft Bookings pages, over Graph (needs the application permission `Bookings.Read.All`). No `$select`,
 * which fails there; rows that hold only an id are asked for one by one.
 */
export function graphStaff(place: GraphPlace): StaffList {
  const patience = place.patience ?? PATIENCE
  const base = place.baseUrl.replace(/\/+$/, '')
  const ask = signedIn(place, base)

  async function list(): Promise<BookingsInterviewer[]> {
    const over = new AbortController()
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(patience.listMs)])
    const trip: Trip = { patience, signal, retriesLeft: patience.retries }
    try {
      const staffUrls = place.businessIds.map((id) => `${base}/solutions/bookingBusinesses/${encodeURIComponent(id)}/staffMembers`)
      const found = await Promise.all(staffUrls.map((staffUrl) => staffOf(ask, trip, staffUrl)))
      return eachAddressOnce(found.flat())
    } finally {
      over.abort()
    }
  }
  const readOrRest = withBreaker(list, { failures: 3, restMs: 10_000 })
  let reading: Promise<BookingsInterviewer[]> | null = null
  return {
    // Whoever asks meanwhile gets the same answer.
    list: () => (reading ??= readOrRest().finally(() => (reading = null))),
  }
}

/** Asks with the token; one that is refused although it looks fresh is replaced once. */
function signedIn(place: GraphPlace, base: string): Ask {
  const tokens = graphTokens({
    tokenUrl: place.tokenUrl ?? `https://login.microsoftonline.com/${encodeURIComponent(place.tenantId)}/oauth2/v2.0/token`,
    clientId: place.clientId,
    clientSecret: place.clientSecret,
    scope: `${new URL(base).origin}/.default`,
  })
  return async (trip, url) => {
    for (let isLast = false; ; isLast = true) {
      const token = await tokens.token(trip)
      const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
      const answer = await callGraph(trip, url, { headers })
      if (answer.status !== 401 || isLast) return answer
      tokens.forget(token)
    }
  }
}

async function staffOf(ask: Ask, trip: Trip, staffUrl: string): Promise<BookingsInterviewer[]> {
  const rows: StaffRow[] = []
  let next: string | undefined = staffUrl
  for (let pages = 0; next; pages += 1) {
    if (pages === MOST_PAGES) throw bookingsAway('Bookings does not come to an end.')
    const page = StaffPage.safeParse(wanted(await ask(trip, next)))
    if (!page.success) throw bookingsAway('Bookings answered with something that is no staff list.')
    rows.push(...page.data.value)
    next = page.data['@odata.nextLink']
    // The token goes along with the next call: it must not go to another server.
    if (next && !isSameOrigin(next, staffUrl)) throw bookingsAway('Bookings named a next page on another server.')
  }
  return (await withDetails(ask, trip, { staffUrl, rows })).map((row) => ({
    interviewer_name: row.displayName ?? '',
    interviewer_email: row.emailAddress ?? '',
  }))
}

async function withDetails(ask: Ask, trip: Trip, { staffUrl, rows }: { staffUrl: string; rows: StaffRow[] }) {
  const whole: StaffRow[] = []
  for (let at = 0; at < rows.length; at += AT_ONCE)
    whole.push(...(await Promise.all(rows.slice(at, at + AT_ONCE).map((row) => wholeRow(ask, trip, { staffUrl, row })))))
  return whole
}

async function wholeRow(ask: Ask, trip: Trip, { staffUrl, row }: { staffUrl: string; row: StaffRow }) {
  const isOnlyId = row.displayName === undefined && row.emailAddress === undefined
  if (!isOnlyId || !row.id) return row
  const answer = await ask(trip, `${staffUrl}/${encodeURIComponent(row.id)}`)
  if (answer.status === 404) return row
  const detail = StaffRow.safeParse(wanted(answer))
  if (!detail.success) throw bookingsAway('Bookings answered with something that is no staff member.')
  return detail.data
}

function wanted({ status, body }: GraphAnswer): unknown {
  if (status === 200) return body
  const reasons: Record<number, string> = {
    401: 'Bookings does not accept the sign-in of this application.',
    403: 'This application may not read the staff of Bookings.',
    404: 'One of the bookings pages does not exist.',
  }
  throw bookingsAway(reasons[status] ?? `Bookings refused to answer (${status}).`)
}

function isSameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && new URL(one).origin === new URL(other).origin
}
