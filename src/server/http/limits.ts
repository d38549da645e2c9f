import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '#server/db/connect.ts'
import { HttpError } from './http-error.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How often one key may do a thing: an address of the network, or an e-mail address. Counted in the database, for all processes together. */
const ALLOWED = {
  'open-session-minute': { points: 20, duration: MINUTE },
  'open-session-day': { points: 300, duration: DAY },
  'submit-answers': { points: 30, duration: MINUTE },
  'upload-resume': { points: 20, duration: MINUTE },
  'send-code-address': { points: 5, duration: HOUR },
  'send-code-client': { points: 20, duration: HOUR },
  'verify-code-client': { points: 60, duration: 10 * MINUTE },
  'wrong-code-address': { points: 30, duration: DAY },
  'wrong-code-known-browser': { points: 30, duration: DAY },
  'pdf-password': { points: 5, duration: MINUTE },
  'generate-rationale': { points: 60, duration: HOUR },
  'send-test-mail': { points: 20, duration: HOUR },
  export: { points: 30, duration: HOUR },
  vitals: { points: 60, duration: MINUTE },
} as const
export type Limited = keyof typeof ALLOWED

export type Limits = {
  /** Counts one; 429 with the seconds to wait when that was one too many. */
  take: (what: Limited, key: string) => Promise<void>
  /** 429 when nothing is left; counts nothing. */
  check: (what: Limited, key: string) => Promise<void>
  /** Gives one back: what was counted did not happen. */
  giveBack: (what: Limited, key: string) => Promise<void>
}

/** `scale` multiplies every limit. */
export function openLimits(pool: Database['pool'], scale: number): Limits {
  const limiters = Object.fromEntries(
    Object.entries(ALLOWED).map(([what, { points, duration }]) => {
      const limiter = new RateLimiterPostgres({
        storeClient: unnamed(pool),
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix: what,
        points: Math.max(1, Math.floor(points * scale)),
        duration,
      })
      return [what, limiter]
    }),
  ) as Record<Limited, RateLimiterPostgres>

  return {
    take: async (what, key) => {
      try {
        await limiters[what].consume(key)
      } catch (refused) {
        throw refused instanceof RateLimiterRes ? tooMany(refused) : refused
      }
    },
    check: async (what, key) => {
      const state = await limiters[what].get(key)
      if (state && state.consumedPoints >= limiters[what].points) throw tooMany(state)
    },
    giveBack: async (what, key) => {
      await limiters[what].reward(key)
    },
  }
}

/** The library names its statements, and behind a pooler the next one under a name meets a connection that has it already, or does not. */
function unnamed(pool: Database['pool']) {
  return { query: ({ text, values }: { text: string; values?: unknown[] }) => pool.query(text, values) }
}

function tooMany(state: RateLimiterRes): HttpError {
  const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new HttpError(429, `Too many tries. Wait ${wait} and try again.`, { retryAfterSeconds: seconds })
}
