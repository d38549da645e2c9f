import { setTimeout as pause } from 'node:timers/promises'
import { bookingsUnavailable, isBookingsUnavailable } from './bookings-unavailable.ts'
import { readCapped } from '#server/read-capped.ts'

export type GraphTimeouts = { requestMs: number; listMs: number; retries: number; firstPauseMs: number }

/** The combined limits for all calls of one request. */
export type Trip = { timeouts: GraphTimeouts; signal: AbortSignal; retriesLeft: number; bytesLeft: number }

export type GraphAnswer = { status: number; body: unknown }
export type GraphRequest = RequestInit & { isRepeatable?: boolean; maxBytes?: number }

const LONGEST_PAUSE_MS = 4_000
const MAX_BYTES = 5 * 1024 * 1024

/**
 * Makes one call, and is the only place that retries it: after 429, 5xx or a lost connection, but not after a timeout, which has already taken long
 * enough. A call that isn't repeatable is retried only after 429, because any other failure may have happened after the change was made. Resolves
 * with other statuses and the parsed body; rejects with `BOOKINGS_UNAVAILABLE` for everything else.
 */
export async function callGraph(trip: Trip, url: string, { isRepeatable = true, maxBytes = MAX_BYTES, ...request }: GraphRequest): Promise<GraphAnswer> {
  for (let tries = 0; ; tries += 1) {
    const outcome = await attempt(trip, { url, request, maxBytes })
    if ('body' in outcome) return outcome
    if (trip.retriesLeft === 0 || (!isRepeatable && !outcome.isUndone)) throw bookingsUnavailable(outcome.reason)
    trip.retriesLeft -= 1
    const spread = Math.random() * Math.min(LONGEST_PAUSE_MS, trip.timeouts.firstPauseMs * 2 ** tries)
    await pause(outcome.requestedPauseMs ?? spread, undefined, { signal: trip.signal }).catch(() => {
      throw bookingsUnavailable(outcome.reason)
    })
  }
}

/** `isUndone` means the service reports that it did nothing. */
type RetryReason = { reason: string; requestedPauseMs: number | null; isUndone: boolean }

type Call = { url: string; request: RequestInit; maxBytes: number }

async function attempt(trip: Trip, { url, request, maxBytes }: Call): Promise<GraphAnswer | RetryReason> {
  const signal = AbortSignal.any([trip.signal, AbortSignal.timeout(trip.timeouts.requestMs)])
  try {
    const response = await fetch(url, { ...request, redirect: 'error', signal })
    if (response.status === 429 || response.status >= 500) return await retryReason(trip, response)
    const text = await readCapped(response, Math.min(maxBytes, trip.bytesLeft))
    trip.bytesLeft -= text === null ? 0 : Buffer.byteLength(text)
    if (text === null) throw bookingsUnavailable("Bookings sent a response that's too large.")
    return { status: response.status, body: tryParse(text) }
  } catch (error) {
    if (isBookingsUnavailable(error)) throw error
    if (signal.aborted) throw bookingsUnavailable('Bookings took too long to respond.')
    const lost = lostConnectionCode(error)
    if (lost) return { reason: `Bookings can't be reached (${lost}).`, requestedPauseMs: null, isUndone: false }
    throw bookingsUnavailable('Bookings sent an untrusted response.')
  }
}

async function retryReason(trip: Trip, response: Response): Promise<RetryReason> {
  await response.body?.cancel()
  const reason = response.status === 429 ? 'Bookings is receiving too many requests right now.' : 'Bookings returned an error.'
  const requestedPauseMs = retryAfterMs(response.headers.get('retry-after'))
  if (requestedPauseMs !== null && requestedPauseMs > trip.timeouts.listMs) throw bookingsUnavailable(reason)
  return { reason, requestedPauseMs, isUndone: response.status === 429 }
}

/** Parses a delay in seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(retryAfter: string | null): number | null {
  if (!retryAfter) return null
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

function tryParse(text: string): unknown {
  if (!text) return null
  try {
    return JSON.parse(text)
  } catch {
    throw bookingsUnavailable("Bookings sent a response that isn't JSON.")
  }
}

/** `fetch` gives network failures a cause with a code; a rejected redirect doesn't have one. */
function lostConnectionCode(error: unknown): string | null {
  const code = error instanceof Error && (error.cause as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : null
}
