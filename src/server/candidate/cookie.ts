import type { FastifyReply, FastifyRequest } from 'fastify'
import { ACCESS_DAYS } from '#server/applications/access-store.ts'
import type { Env } from '#server/env.ts'

const nameFor = (env: Env) => (env.BASE_URL.startsWith('https:') ? '__Host-own-page' : 'own-page')

export function ownPageCookie(request: FastifyRequest, env: Env): string | undefined {
  return request.cookies[nameFor(env)]
}

/** It ends with the browser, unless the person chose to stay signed in on this device. */
export function setOwnPageCookie(reply: FastifyReply, env: Env, { token, isKept = false }: { token: string; isKept?: boolean }): void {
  reply.setCookie(nameFor(env), token, { ...attributes(env), ...(isKept && { maxAge: ACCESS_DAYS * 24 * 60 * 60 }) })
}

export function clearOwnPageCookie(reply: FastifyReply, env: Env): void {
  reply.clearCookie(nameFor(env), attributes(env))
}

function attributes(env: Env) {
  return { httpOnly: true, sameSite: 'lax' as const, secure: env.BASE_URL.startsWith('https:'), path: '/' }
}
