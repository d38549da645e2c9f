import { z } from 'zod'
import { endpoint, Id, IdText, Instant } from '../endpoint.ts'
import { identifiable } from './applicants.ts'

export const HistoryEvent = z.object({
  kind: z.enum(['submitted', 'status', 'undo', 'email', 'reveal', 'download', 'export', 'resume', 'interview', 'version', 'suggestion']),
  at: Instant,
  /** The staff member's email address; null for the applicant or Rounds itself. */
  who: z.string().nullable(),
  /** One sentence in the past tense. */
  what: z.string(),
  from_status_id: Id.optional(),
  to_status_id: Id.optional(),
  /** The email this row is about; a decision's own email is part of its row. */
  email_id: Id.optional(),
  /** The application that a suggested role came from or led to, within the caller's scope. */
  other_user_session_id: Id.optional(),
  /** When the interview in question starts. */
  starts_at: Instant.optional(),
  /** Set as long as the change can be undone. */
  undo_token: z.string().optional(),
  undo_until: Instant.optional(),
})
export type HistoryEvent = z.infer<typeof HistoryEvent>

export const listHistory = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/applicants/{id}/history',
  reveals: true,
  summary: 'List what happened to an application, by whom and when, newest first',
  params: z.object({ id: IdText }),
  query: z.object({ identifiable }),
  output: z.array(HistoryEvent),
})
