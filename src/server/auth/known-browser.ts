import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#server/http/caller.ts'
import { acceptedSets, keyedHash, sign, verify } from '#server/http/keys.ts'
import type { LimitName } from '#server/http/limits.ts'
import type { Services } from '#server/services.ts'
import type { CodeHolder } from './code-store.ts'

const PURPOSE = 'known-browser'
const REMEMBERED_DAYS = 180
const MAX_ACCOUNTS = 8

/** A browser that has signed in before, and the accounts it used, as keyed hashes. */
type KnownBrowser = { browser: string; accounts: string[] }
type Deps = Pick<Services, 'env' | 'keys'>

/** Who requests a code or tries to sign in; `browserOf` returns the browser if it has signed in to the address before. */
export type Visitor = { caller: Caller; browserOf: (email: string) => string | null; browserName: string }

export function visitorOf(services: Deps, { caller, request }: { caller: Caller; request: FastifyRequest }): Visitor {
  return { caller, browserOf: (email) => knownBrowser(services, request, email), browserName: browserNameOf(request.headers['user-agent']) }
}

/** Returns the limit that a sent or entered code counts against: a known browser's own, or the one all other browsers share for this address. */
export function budgetOf(what: 'send-code' | 'wrong-code', { email, browser }: CodeHolder): [LimitName, string] {
  return browser ? [`${what}-known-browser`, `${email}.${browser}`] : [`${what}-address`, email]
}

function knownBrowser(services: Deps, request: FastifyRequest, email: string): string | null {
  const known = read(services, request)
  return known && accountHashes(services, email).some((hash) => known.accounts.includes(hash)) ? known.browser : null
}

/** Sets the cookie that lets the browser prove it has signed in to the address. */
export function rememberBrowser(services: Deps, { request, reply }: { request: FastifyRequest; reply: FastifyReply }, email: string): void {
  const known = read(services, request) ?? { browser: randomUUID(), accounts: [] }
  const accounts = [...new Set([accountHash(services, email), ...known.accounts])].slice(0, MAX_ACCOUNTS)
  reply.setCookie(cookieName(services), sign(services.keys, PURPOSE, JSON.stringify({ ...known, accounts })), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(services),
    maxAge: REMEMBERED_DAYS * 24 * 60 * 60,
  })
}

/** Identifies an address in places that must not store it. */
export function accountHash({ keys }: Pick<Services, 'keys'>, email: string): string {
  return keyedHash(keys.cookies, `account.${email}`)
}

/** Like `accountHash`, with every key it may have been created with. */
export function accountHashes({ keys }: Pick<Services, 'keys'>, email: string): string[] {
  return [...acceptedSets(keys), ...keys.retired].map(({ cookies }) => keyedHash(cookies, `account.${email}`))
}

function read(services: Deps, request: FastifyRequest): KnownBrowser | null {
  const text = verify(services.keys, PURPOSE, request.cookies[cookieName(services)])
  return text ? (JSON.parse(text) as KnownBrowser) : null
}

function cookieName(services: Deps): string {
  return isSecure(services) ? '__Host-browser' : 'browser'
}

function isSecure({ env }: Deps): boolean {
  return env.BASE_URL.startsWith('https:')
}

// The order matters, because browsers also list the ones they're compatible with.
const BROWSERS: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Returns a name such as 'Firefox on Windows': enough to recognize your own browser, and all that's stored from the User-Agent header. */
export function browserNameOf(userAgent: string | undefined): string {
  const find = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  return [browser ?? 'Unknown browser', system].filter(Boolean).join(' on ')
}
