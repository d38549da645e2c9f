import type { FastifyRequest } from 'fastify'
import { plainHash, purposeHash } from '#server/http/keys.ts'

const BEARER = /^Bearer ([\w-]{43})$/

/**
 * The hashes a session's token may be stored under. A token issued before hashes included a purpose is stored under its plain hash until it expires,
 * 12 hours later.
 */
export type SessionKey = string[]

export function sessionKey(token: string): SessionKey {
  return [purposeHash('session', token), plainHash(token)]
}

/** Returns the session key for the request's token, or null for a malformed token. */
export function bearerKey(request: Pick<FastifyRequest, 'headers'>): SessionKey | null {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
  return token ? sessionKey(token) : null
}
