import type { FastifyReply, FastifyRequest } from 'fastify'

const COOKIE = 'first-run-demo'
/** Prefix of the demo's cookie names, so they can't replace the installation's cookies. */
export const PREFIX = 'demo-'

export function readKey({ cookies }: FastifyRequest): string | undefined {
  return cookies[COOKIE]
}

export function setKey(reply: FastifyReply, key: string): void {
  reply.setCookie(COOKIE, key, { httpOnly: true, sameSite: 'strict', secure: reply.request.protocol === 'https', path: '/' })
}

/** Deletes this browser's key and every cookie of the demo. */
export function clearDemoCookies(request: FastifyRequest, reply: FastifyReply): void {
  for (const name of Object.keys(request.cookies)) if (name === COOKIE || name.startsWith(PREFIX)) reply.clearCookie(name, { path: '/' })
}
