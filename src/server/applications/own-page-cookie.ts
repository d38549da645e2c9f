import type { FastifyReply, FastifyRequest } from 'fastify'
import { purposeHash } from '#server/http/keys.ts'
import type { Env } from '#server/env.ts'
import type { Services } from '#server/services.ts'
import { ACCESS_DAYS, deleteCookie } from './access-store.ts'
import { clearApplicationCookies } from './cookie.ts'

const isSecure = (env: Env) => env.BASE_URL.startsWith('https:')
const nameFor = (env: Env) => (isSecure(env) ? '__Host-own-page' : 'own-page')
/** Says to the page itself whether its cookie outlasts the browser; it opens nothing. */
const KEPT = 'own-page-kept'

export function ownPageCookie(request: FastifyRequest, env: Env): string | undefined {
  return request.cookies[nameFor(env)]
}

export function isOwnPageKept(request: FastifyRequest): boolean {
  return request.cookies[KEPT] !== undefined
}

/** It ends with the browser, unless the person chose to stay signed in on this device. */
export function setOwnPageCookie(reply: FastifyReply, env: Env, { token, isKept = false }: { token: string; isKept?: boolean }): void {
  const maxAge = isKept ? { maxAge: ACCESS_DAYS * 24 * 60 * 60 } : {}
  reply.setCookie(nameFor(env), token, { ...attributes(env), ...maxAge })
  if (isKept) reply.setCookie(KEPT, 'yes', { ...attributes(env), ...maxAge })
  else if (isOwnPageKept(reply.request)) reply.clearCookie(KEPT, attributes(env))
}

/** The next person at this browser sees nothing: neither the own page nor what was applied for. */
export async function leaveBrowser(services: Pick<Services, 'db' | 'env'>, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { db, env } = services
  const cookie = ownPageCookie(request, env)
  if (cookie) await deleteCookie(db, purposeHash('own-page', cookie))
  for (const name of [nameFor(env), KEPT]) reply.clearCookie(name, attributes(env))
  clearApplicationCookies(request, reply, services)
}

function attributes(env: Env) {
  return { httpOnly: true, sameSite: 'lax' as const, secure: isSecure(env), path: '/' }
}
