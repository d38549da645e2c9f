import type { FastifyRequest } from 'fastify'
import { visitor, type Caller } from '#server/http/caller.ts'
import type { Services } from '#server/services.ts'
import { standingOf } from './address.ts'
import { bearerHash } from './bearer.ts'
import { findSession, setSeen } from './store.ts'

/** Who makes this request. Read from the database and the configuration each time, so that a change takes effect on the next request. */
export async function identify({ db, env }: Pick<Services, 'db' | 'env'>, request: FastifyRequest): Promise<Caller> {
  const hash = bearerHash(request)
  if (!hash) return visitor(request)
  const session = await findSession(db, hash)
  if (!session) return visitor(request)

  // A session of an address without access opens nothing.
  const standing = standingOf(env, session.email, session)
  if (standing.roles.length === 0) return visitor(request)
  if (session.is_unseen) await setSeen(db, hash)
  return { ...standing, staff_account_id: session.staff_account_id, email: session.email, ip: request.ip }
}
