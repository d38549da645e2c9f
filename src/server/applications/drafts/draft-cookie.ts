import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_COOKIES_READ } from '#server/applications/cookie.ts'
import { purposeHash } from '#server/http/keys.ts'
import { RETENTION_PERIODS } from '#contract/candidate/retention.ts'
import type { Env } from '#server/env.ts'

const isSecure = (env: Env) => env.BASE_URL.startsWith('https:')
const nameFor = (env: Env, ref_function_role_id: number) => `${isSecure(env) ? '__Host-' : ''}draft-${ref_function_role_id}`

const NAME = /^(?:__Host-)?draft-\d+$/

/** Hashes of all draft keys in this browser. */
export function draftHashes(request: FastifyRequest): string[] {
  const keys = Object.entries(request.cookies).filter(([name]) => NAME.test(name))
  return keys.slice(-MAX_COOKIES_READ).map(([, key]) => purposeHash('draft', key ?? ''))
}

/** The key of the draft for this role that this browser saved or opened from its link. */
export function draftCookie(request: FastifyRequest, env: Env, ref_function_role_id: number): string | undefined {
  return request.cookies[nameFor(env, ref_function_role_id)]
}

export function setDraftCookie(reply: FastifyReply, env: Env, { ref_function_role_id, key }: { ref_function_role_id: number; key: string }): void {
  const attributes = { httpOnly: true, sameSite: 'lax' as const, secure: isSecure(env), path: '/' }
  reply.setCookie(nameFor(env, ref_function_role_id), key, { ...attributes, maxAge: RETENTION_PERIODS.draft * 24 * 60 * 60 })
}
