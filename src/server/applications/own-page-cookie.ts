import { RETENTION_PERIODS } from '#contract/candidate/retention.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { purposeHash } from '#server/http/keys.ts'
import type { Env } from '#server/env.ts'
import type { Services } from '#server/services.ts'
import { deleteCookie } from './access-store.ts'
import { clearApplicationCookies } from './cookie.ts'

const isSecure = (env: Env) => env.BASE_URL.startsWith('https:')
const nameFor = (env: Env) => (isSecure(env) ? '__Host-own-page' : 'own-page')
/** Tells the page's script whether its cookie outlasts the browser session; gives no access. */
const KEPT_COOKIE = 'own-page-kept'

export function ownPageCookie(request: FastifyRequest, env: Env): string | undefined {
  return request.cookies[nameFor(env)]
}

export function isOwnPageKept(request: FastifyRequest): boolean {
  return request.cookies[KEPT_COOKIE] !== undefined
}

/** One cookie per application, so the link to another application's interviews doesn't replace the first. */
const INTERVIEWS = /^(?:__Host-)?interviews-\d+$/
const interviewsName = (env: Env, user_session_id: number) => `${isSecure(env) ? '__Host-' : ''}interviews-${user_session_id}`

export function interviewsCookie(request: FastifyRequest, env: Env, user_session_id: number): string | undefined {
  return request.cookies[interviewsName(env, user_session_id)]
}

/** Set by the link in an interview email; expires when the browser closes. */
export function setInterviewsCookie(reply: FastifyReply, env: Env, { token, user_session_id }: { token: string; user_session_id: number }): void {
  reply.setCookie(interviewsName(env, user_session_id), token, attributes(env))
}

/** Expires when the browser closes, unless the person chose to stay signed in on this device. */
export function setOwnPageCookie(reply: FastifyReply, env: Env, { token, isKept = false }: { token: string; isKept?: boolean }): void {
  const maxAge = isKept ? { maxAge: RETENTION_PERIODS.access * 24 * 60 * 60 } : {}
  reply.setCookie(nameFor(env), token, { ...attributes(env), ...maxAge })
  if (isKept) reply.setCookie(KEPT_COOKIE, 'yes', { ...attributes(env), ...maxAge })
  else if (isOwnPageKept(reply.request)) reply.clearCookie(KEPT_COOKIE, attributes(env))
}

/** Clears this browser, so the next person can't see the candidate's page or what they applied for. */
export async function forgetBrowser(services: Pick<Services, 'db' | 'env'>, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { db, env } = services
  const cookie = ownPageCookie(request, env)
  if (cookie) await deleteCookie(db, purposeHash('own-page', cookie), 'own-page')
  const interviews = Object.keys(request.cookies).filter((name) => INTERVIEWS.test(name))
  for (const name of interviews) await deleteCookie(db, purposeHash('interviews', request.cookies[name]!), 'interviews')
  for (const name of [nameFor(env), KEPT_COOKIE, ...interviews]) reply.clearCookie(name, attributes(env))
  clearApplicationCookies(request, reply, services)
}

function attributes(env: Env) {
  return { httpOnly: true, sameSite: 'lax' as const, secure: isSecure(env), path: '/' }
}
