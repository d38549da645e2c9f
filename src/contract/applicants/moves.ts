import { z } from 'zod'
import { InStatus } from './applicants.ts'
import { endpoint, Id, Instant, words } from '../endpoint.ts'

/** An applicant's status after a change. */
export const NewState = z.object({
  user_session_id: Id,
  ...InStatus,
  has_emailed_application_status: z.boolean(),
  /** Undoes the change until `undo_until`; null when nothing changed. */
  undo_token: z.string().nullable(),
  undo_until: Instant.nullable(),
})
export type NewState = z.infer<typeof NewState>

export const updateStatus = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/user-session/update_status',
  summary: 'Move an applicant; 409 when the status is locked, or is not `expected_status_id` any more',
  body: z.object({ user_session_id: Id, ref_application_status_id: Id, expected_status_id: Id.optional() }),
  output: NewState,
})

export const undoStatus = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/user-session/update_status/undo',
  summary: 'Take a status change back within its time, and the email with it when that has not gone',
  body: z.object({ undo_token: words(300) }),
  output: NewState.extend({
    /** What happened to the undone decision's email; `gone` can't be recalled. */
    email: z.enum(['none', 'withdrawn', 'gone']),
  }),
})
