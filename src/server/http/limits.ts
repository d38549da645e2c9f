import { isIPv4, isIPv6 } from 'node:net'
import type { Database } from '#server/db/connect.ts'
import { HttpError } from './http-error.ts'
import { countUsesInOwnTransaction, refundUses } from './limit-store.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The kinds of keys that limits have. `client` and `network` are IP addresses; see `clientKey` for how precisely they're told apart. */
type LimitedBy = 'client' | 'network' | 'address' | 'account'
type Rule = { points: number; duration: number; per: LimitedBy }

/** How often one key can do something. Counted in the database, across all processes. */
const ALLOWED = {
  'open-session-minute': { points: 20, duration: MINUTE, per: 'client' },
  'open-session-day': { points: 300, duration: DAY, per: 'network' },
  'submit-answers': { points: 30, duration: MINUTE, per: 'client' },
  'correct-email': { points: 5, duration: DAY, per: 'account' },
  'upload-resume': { points: 20, duration: MINUTE, per: 'client' },
  'send-code-address': { points: 5, duration: HOUR, per: 'address' },
  'send-code-known-browser': { points: 5, duration: HOUR, per: 'address' },
  'send-code-client': { points: 20, duration: HOUR, per: 'client' },
  'verify-code-client': { points: 60, duration: 10 * MINUTE, per: 'client' },
  'wrong-code-address': { points: 30, duration: DAY, per: 'address' },
  'wrong-code-known-browser': { points: 30, duration: DAY, per: 'address' },
  'sso-start': { points: 300, duration: HOUR, per: 'client' },
  'sso-logout': { points: 600, duration: MINUTE, per: 'client' },
  passkey: { points: 60, duration: 10 * MINUTE, per: 'client' },
  'sso-return': { points: 300, duration: HOUR, per: 'client' },
  'audited-stranger': { points: 1, duration: MINUTE, per: 'account' },
  'audited-denial': { points: 60, duration: HOUR, per: 'account' },
  'pdf-password': { points: 5, duration: MINUTE, per: 'client' },
  'generate-rationale': { points: 60, duration: HOUR, per: 'account' },
  'upload-picture': { points: 30, duration: HOUR, per: 'account' },
  'send-test-mail': { points: 20, duration: HOUR, per: 'address' },
  export: { points: 30, duration: HOUR, per: 'account' },
  'candidate-act': { points: 100, duration: DAY, per: 'address' },
  'candidate-export': { points: 20, duration: DAY, per: 'address' },
  'candidate-link': { points: 20, duration: HOUR, per: 'client' },
  'answer-interview': { points: 60, duration: HOUR, per: 'account' },
  'candidate-draft': { points: 20, duration: HOUR, per: 'client' },
  vitals: { points: 60, duration: MINUTE, per: 'client' },
  'csp-report': { points: 30, duration: MINUTE, per: 'client' },
} as const satisfies Record<string, Rule>
export type LimitName = keyof typeof ALLOWED

export type Limits = {
  /** Counts one use against each limit; throws a 429 with the seconds to wait if any is exceeded. */
  take: (what: LimitName | LimitName[], key: string) => Promise<void>
  /** Refunds one use when the counted action didn't happen. */
  giveBack: (what: LimitName | LimitName[], key: string) => Promise<void>
  /** How many requests each limit has rejected in this process since the last call. */
  drainRejected: () => Partial<Record<LimitName, number>>
}

/** Opens the limits; `scale` multiplies each of them. */
export function openLimits(db: Database['db'], scale: number): Limits {
  const mostOf = (what: LimitName) => Math.max(1, Math.floor(ALLOWED[what].points * scale))
  let rejected: Partial<Record<LimitName, number>> = {}

  const giveBack: Limits['giveBack'] = async (what, key) => {
    await refundUses(
      db,
      [what].flat().map((one) => storedKey(one, key)),
    )
  }
  return {
    take: async (what, key) => {
      const limits = [what].flat()
      const counts = await countUsesInOwnTransaction(
        db,
        limits.map((one) => ({ key: storedKey(one, key), seconds: ALLOWED[one].duration })),
      )
      const over = limits.filter((one) => counts.get(storedKey(one, key))!.points > mostOf(one))
      if (over.length === 0) return
      for (const one of over) rejected[one] = (rejected[one] ?? 0) + 1
      const others = limits.filter((one) => !over.includes(one))
      if (others.length > 0) await giveBack(others, key)
      throw tooMany(Math.max(...over.map((one) => counts.get(storedKey(one, key))!.seconds_left)))
    },
    giveBack,
    drainRejected: () => {
      const drained = rejected
      rejected = {}
      return drained
    },
  }
}

/**
 * Returns the key under which limits count a client. An IPv6 customer gets at least a /64 and can use any address in it, so only the first 64 bits
 * count; `bits` may be 48, the size assigned to a site (RFC 6177). An IPv4 address counts in full, even when mapped to IPv6.
 */
export function clientKey(ip: string, bits: 64 | 48 = 64): string {
  const plain = ip.split('%')[0]!.toLowerCase()
  const mapped = /^(?:0*:)+ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped || isIPv4(plain)) return mapped ?? plain
  return isIPv6(plain)
    ? `${groupsOf(plain)
        .slice(0, bits / 16)
        .join(':')}::/${bits}`
    : plain
}

/** Returns the first groups of an IPv6 address, each without leading zeros. A `::` is expanded to eight groups. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group])) : [])
  const [before, after] = [groups(head), groups(tail)]
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after].map((group) => Number.parseInt(group, 16).toString(16))
}

function storedKey(what: LimitName, key: string): string {
  const { per } = ALLOWED[what]
  const counted = per === 'client' ? clientKey(key) : per === 'network' ? clientKey(key, 48) : key
  return `${what}:${counted}`
}

function tooMany(secondsLeft: number): HttpError {
  const seconds = Math.max(1, secondsLeft)
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new HttpError(429, `Too many attempts. Wait ${wait} and try again.`, { retryAfterSeconds: seconds })
}
