import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const BEARER = /^Bearer ([\w-]{43})$/

/** SHA-256 of the request's token, as stored; null for anything that can't be one of our tokens. */
export function bearerHash(request: Pick<FastifyRequest, 'headers'>): string | null {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
  return token ? tokenHash(token) : null
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
