import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { insertAccess, useAccess } from '#server/applications/access-store.ts'
import { capabilityHash } from '#server/applications/cookie.ts'
import { OWN_PAGE } from '#server/applications/own-page-link.ts'
import { randomToken } from '#server/http/keys.ts'
import type { Services } from '#server/services.ts'
import { confirmAddress } from './change-contact.ts'
import { setOwnPageCookie } from './cookie.ts'

type Keyed = FastifyRequest<{ Params: { key: string } }>

/** Links from emails: each is exchanged for a cookie at once, so that it stays out of history, referrers and shared screens. */
export function ownPageLinks(app: FastifyInstance, services: Services): void {
  app.get(`${OWN_PAGE}/:key`, { schema: { hide: true } }, async (request: Keyed, reply) => {
    const access = await useAccess(services.db, capabilityHash(request.params.key), 'link')
    return enter(services, reply, access?.user_session_id ?? null)
  })
  app.get(`${OWN_PAGE}/confirm/:key`, { schema: { hide: true } }, async (request: Keyed, reply) => {
    const confirmed = await confirmAddress(services, request.params.key)
    return enter(services, reply, confirmed?.user_session_id ?? null)
  })
}

async function enter({ db, env }: Services, reply: FastifyReply, user_session_id: number | null): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
  if (user_session_id === null) return reply.redirect(`${OWN_PAGE}?ended`, 303)
  const token = randomToken()
  await insertAccess(db, { token_hash: capabilityHash(token), kind: 'cookie', user_session_id })
  setOwnPageCookie(reply, env, token)
  return reply.redirect(OWN_PAGE, 303)
}
