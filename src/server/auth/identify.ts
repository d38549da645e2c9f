import type { FastifyRequest } from 'fastify'
import { visitor, type Caller } from '#server/http/caller.ts'
import type { Services } from '#server/services.ts'
import { rolesOf } from './address.ts'
import { bearerHash } from './bearer.ts'
import { findSession, setSeen } from './store.ts'

/** Who makes this request, read anew from the database and the configuration for each one. */
export async function identify({ db, env }: Pick<Services, 'db' | 'env'>, request: FastifyRequest): Promise<Caller> {
  const hash = bearerHash(request)
  if (!hash) return visitor(request)
  const session = await findSession(db, hash)
  if (!session) return visitor(request)

  // An address that lost its access has a session that opens nothing.
  const roles = rolesOf(env, session.email)
  if (roles.length === 0) return visitor(request)
  if (session.is_unseen) await setSeen(db, hash)
  return { roles, staff_account_id: session.staff_account_id, email: session.email, ip: request.ip }
}
