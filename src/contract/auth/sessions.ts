import { z } from 'zod'
import { SignInMethod } from './auth.ts'
import { Empty, endpoint, Id, IdText, Instant } from '../endpoint.ts'

/** An active session. */
export const Session = z.object({
  auth_session_id: Id,
  /** Browser and system, 'Firefox on Windows'; empty for sessions that started before this was recorded. */
  browser: z.string(),
  sign_in_method: SignInMethod,
  created_at: Instant,
  last_seen_at: Instant,
  expires_at: Instant,
  /** True for the caller's own session. */
  is_current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listOwnSessions = endpoint({
  who: 'staff',
  beforePasskey: true,
  method: 'GET',
  path: '/api/auth/sessions',
  summary: "List the caller's sessions, most recently used first",
  output: z.array(Session),
})

export const endOwnSession = endpoint({
  who: 'staff',
  beforePasskey: true,
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  summary: "End one of the caller's sessions; 404 for anyone else's",
  status: 204,
  params: z.object({ id: IdText }),
  output: Empty,
})

export const listSessionsOf = endpoint({
  who: 'admin',
  method: 'GET',
  path: '/api/staff/{id}/sessions',
  summary: "List a person's sessions, most recently used first",
  params: z.object({ id: IdText }),
  output: z.array(Session),
})

export const endSessionOf = endpoint({
  who: 'admin',
  method: 'DELETE',
  path: '/api/staff/{id}/sessions/{session_id}',
  summary: "End one of a person's sessions; 404 unless it's theirs",
  status: 204,
  params: z.object({ id: IdText, session_id: IdText }),
  output: Empty,
})
