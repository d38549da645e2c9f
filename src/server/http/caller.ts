import type { FastifyRequest } from 'fastify'

/** Who makes a call, as the server knows it for this one request. */
export type Caller = {
  /** What the session may do now; nothing for a visitor. */
  roles: ('admin' | 'interviewer')[]
  staff_account_id: number | null
  email: string | null
  /** The client's network address, as far as TRUST_PROXY lets us know it. */
  ip: string
}

export type StaffCaller = Caller & { staff_account_id: number; email: string }

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

export function visitor(request: FastifyRequest): Caller {
  return { roles: [], staff_account_id: null, email: null, ip: request.ip }
}

export function isStaff(caller: Caller): caller is StaffCaller {
  return caller.staff_account_id !== null
}
