import type { FastifyReply, FastifyRequest } from 'fastify'
import { ACCESS_DAYS } from '#server/applications/access-store.ts'
import type { Env } from '#server/env.ts'

const nameFor = (env: Env) => (env.BASE_URL.startsWith('https:') ? '__Host-own-page' : 'own-page')

export function ownPageCookie(request: FastifyRequest, env: Env): string | undefined {
  return request.cookies[nameFor(env)]
}

export function setOwnPageCookie(reply: FastifyReply, env: Env, token: string): void {
  reply.setCookie(nameFor(env), token, { ...attributes(env), maxAge: ACCESS_DAYS * 24 * 60 * 60 })
}

function attributes(env: Env) {
  return { httpOnly: true, sameSite: 'lax' as const, secure: env.BASE_URL.startsWith('https:'), path: '/' }
}
