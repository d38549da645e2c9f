import type { FastifyReply, FastifyRequest } from 'fastify'
import { purposeHash } from '#server/http/keys.ts'
import type { Services } from '#server/services.ts'

/** One cookie per role, so that applying for a second role doesn't replace the first. */
const COOKIE_NAME = /^(?:__Host-)?application-\d+$/
const DAYS_KEPT = 30
const DAY = 24 * 60 * 60
/** Browsers send their oldest cookies first, so the last ones are read. The limit on headers comes before this one. */
export const MAX_COOKIES_READ = 200

/** The cookie values that prove which applications belong to this browser. */
export function applicationCookies(request: FastifyRequest): string[] {
  return Object.entries(request.cookies)
    .filter(([name, value]) => COOKIE_NAME.test(name) && value)
    .map(([, value]) => value!)
    .slice(-MAX_COOKIES_READ)
}

/** After an hour without use, nothing personal is shown until the person confirms it's still them. */
const SEEN_COOKIE = 'application-seen'
const SEEN_SECONDS = 60 * 60
/** Role IDs that tell the page's script which cards show "Applied". Gives no access. */
const APPLIED_COOKIE = 'applied'
const MAX_APPLIED = 40

type Deps = Pick<Services, 'env'>

export function setApplicationCookie(reply: FastifyReply, services: Deps, session: { ref_function_role_id: number; cookie: string }): void {
  const name = `application-${session.ref_function_role_id}`
  reply.setCookie(nameFor(services, name), session.cookie, { ...attributesFor(services), maxAge: DAYS_KEPT * DAY })
  setSeen(reply, services)
}

/** Marks recent activity in this browser. */
export function setSeen(reply: FastifyReply, services: Deps): void {
  reply.setCookie(nameFor(services, SEEN_COOKIE), 'yes', { ...attributesFor(services), maxAge: SEEN_SECONDS })
}

export function hasSeenCookie(request: FastifyRequest, services: Deps): boolean {
  return request.cookies[nameFor(services, SEEN_COOKIE)] !== undefined
}

export function setApplied(request: FastifyRequest, reply: FastifyReply, services: Deps, ref_function_role_id: number): void {
  const ids = (request.cookies[APPLIED_COOKIE] ?? '').split('.').filter((id) => /^\d{1,10}$/.test(id) && Number(id) !== ref_function_role_id)
  const value = [...ids, ref_function_role_id].slice(-MAX_APPLIED).join('.')
  reply.setCookie(APPLIED_COOKIE, value, { ...attributesFor(services), httpOnly: false, maxAge: DAYS_KEPT * DAY })
}

/** Clears every application from this browser for the next person. */
export function clearApplicationCookies(request: FastifyRequest, reply: FastifyReply, services: Deps): void {
  const names = Object.keys(request.cookies).filter((name) => COOKIE_NAME.test(name))
  for (const name of [...names, nameFor(services, SEEN_COOKIE)]) reply.clearCookie(name, attributesFor(services))
  reply.clearCookie(APPLIED_COOKIE, { ...attributesFor(services), httpOnly: false })
}

function nameFor({ env }: Deps, name: string): string {
  return isSecure(env) ? `__Host-${name}` : name
}

function attributesFor({ env }: Deps) {
  return { httpOnly: true, sameSite: 'lax' as const, secure: isSecure(env), path: '/' }
}

function isSecure(env: Services['env']): boolean {
  return env.BASE_URL.startsWith('https:')
}

/** Hashes of the cookie values that prove which applications belong to this browser. */
export const applicationHashes = (cookies: string[]): string[] => cookies.map((cookie) => purposeHash('application', cookie))
