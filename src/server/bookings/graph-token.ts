import { z } from 'zod'
import { bookingsAway } from './bookings-away.ts'
import { callGraph, type Trip } from './graph-call.ts'

const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() })

const EARLY_MS = 5 * 60 * 1000
const MAX_TOKEN_BYTES = 1024 * 1024

export type GraphKeys = { tokenUrl: string; clientId: string; clientSecret: string; scope: string }

/** Client-credentials tokens (RFC 6749, 4.4), one at a time, used until five minutes (or a tenth of their lifetime) before they expire. */
export function graphTokens(keys: GraphKeys) {
  let current: { token: string; useUntil: number } | null = null
  let asking: Promise<string> | null = null

  async function ask(trip: Trip): Promise<string> {
    const { token, lifeMs } = await askForToken(keys, trip)
    current = { token, useUntil: performance.now() + lifeMs - Math.min(EARLY_MS, lifeMs / 10) }
    return token
  }

  return {
    async token(trip: Trip): Promise<string> {
      if (current && performance.now() < current.useUntil) return current.token
      return (asking ??= ask(trip).finally(() => (asking = null)))
    },
    /** Call this if the service revoked this token; a newer one is kept. */
    forget(token: string): void {
      if (current?.token === token) current = null
    },
  }
}

async function askForToken(keys: GraphKeys, trip: Trip): Promise<{ token: string; lifeMs: number }> {
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
  if (status !== 200) throw bookingsAway(`Bookings refused this app's sign-in (${status}).`)
  const answer = TokenAnswer.safeParse(body)
  if (!answer.success) throw bookingsAway('Signing in to Bookings returned no token.')
  return { token: answer.data.access_token, lifeMs: answer.data.expires_in * 1000 }
}
