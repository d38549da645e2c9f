import type { FastifyRequest } from 'fastify'
import type { RecentProof } from '#contract/auth/passkeys.ts'
import type { Access, Power } from '#contract/staff/access.ts'

/** Whose applications a person can see: everyone's, or only those for these openings. */
export type Scope = 'everyone' | readonly number[]

/** Who is making a call, as determined for this one request. */
export type Caller = {
  /** What the session is currently allowed to do; empty for a visitor. */
  roles: Access[]
  powers: Power[]
  scope: Scope
  staff_account_id: number | null
  has_passkey: boolean
  /** How they must confirm their identity before an action that can't be undone; null if they did in the last few minutes. */
  mustProve: RecentProof | null
  /** The account must use a passkey before doing anything else. */
  owesPasskey: boolean
  email: string | null
  /** The client's network address, as far as TRUST_PROXY lets us determine it. */
  ip: string
  /** A HEAD request: its response has no content, so nothing was read. */
  isHead: boolean
}

export type StaffCaller = Caller & { staff_account_id: number; email: string }

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

export function visitor(request: FastifyRequest): Caller {
  const nobody = { roles: [], powers: [], scope: [], staff_account_id: null, has_passkey: false, mustProve: null, owesPasskey: false, email: null }
  return { ...nobody, ip: request.ip, isHead: request.method === 'HEAD' }
}

export function isStaff(caller: Caller): caller is StaffCaller {
  return caller.staff_account_id !== null
}
