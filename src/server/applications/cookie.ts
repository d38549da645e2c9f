import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/services.ts'

/** One cookie for each role, so that applying to a second role does not take the first away. */
const NAME = /^(?:__Host-)?application-\d+$/
const DAYS_KEPT = 30

/** The values that prove whose applications this browser holds. */
export function applicationCookies(request: FastifyRequest): string[] {
  return Object.entries(request.cookies)
    .filter(([name, value]) => NAME.test(name) && value)
    .map(([, value]) => value!)
    .slice(0, 50)
}

export function setApplicationCookie(reply: FastifyReply, { env }: Pick<Services, 'env'>, session: { ref_function_role_id: number; cookie: string }): void {
  const isSecure = env.BASE_URL.startsWith('https:')
  reply.setCookie(`${isSecure ? '__Host-' : ''}application-${session.ref_function_role_id}`, session.cookie, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    path: '/',
    maxAge: DAYS_KEPT * 24 * 60 * 60,
  })
}

export function capabilityHash(cookie: string): string {
  return createHash('sha256').update(cookie).digest('hex')
}
