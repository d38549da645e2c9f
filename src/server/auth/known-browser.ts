import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/services.ts'
import { keyedHash, sign, verify } from '#server/http/keys.ts'

const PURPOSE = 'known-browser'
const REMEMBERED_DAYS = 180
const MOST_ACCOUNTS = 8

/** A browser that signed in before: who with, as keyed hashes. */
type Known = { browser: string; accounts: string[] }
type Needed = Pick<Services, 'env' | 'keys'>

/** The name of this browser if it has signed in to the address before. Its wrong codes are counted apart, so that no stranger can lock the address. */
export function knownBrowser(services: Needed, request: FastifyRequest, email: string): string | null {
  const known = read(services, request)
  return known?.accounts.includes(accountHash(services, email)) ? known.browser : null
}

/** Lets the browser show from now on that it has signed in to the address. */
export function rememberBrowser(services: Needed, { request, reply }: { request: FastifyRequest; reply: FastifyReply }, email: string): void {
  const known = read(services, request) ?? { browser: randomUUID(), accounts: [] }
  const accounts = [...new Set([accountHash(services, email), ...known.accounts])].slice(0, MOST_ACCOUNTS)
  reply.setCookie(cookieName(services), sign(services.keys, PURPOSE, JSON.stringify({ ...known, accounts })), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(services),
    maxAge: REMEMBERED_DAYS * 24 * 60 * 60,
  })
}

/** Stands for an address where the address itself may not be written. */
export function accountHash({ keys }: Pick<Services, 'keys'>, email: string): string {
  return keyedHash(keys.cookies, `account.${email}`)
}

function read(services: Needed, request: FastifyRequest): Known | null {
  const text = verify(services.keys, PURPOSE, request.cookies[cookieName(services)])
  return text ? (JSON.parse(text) as Known) : null
}

function cookieName(services: Needed): string {
  return isSecure(services) ? '__Host-browser' : 'browser'
}

function isSecure({ env }: Needed): boolean {
  return env.BASE_URL.startsWith('https:')
}
