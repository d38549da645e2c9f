import { z } from 'zod'
import { endpoint, Id, IdText, Instant } from '../endpoint.ts'
import { identifiable, InStatus } from './applicants.ts'

/** The maximum number of applications listed for a person, and of others listed that match by name only. */
export const MAX_PERSON_APPLICATIONS = 100

const MatchedBy = z.object({ user_session_id: Id, on: z.enum(['email', 'linkedin', 'name']) })

export const PersonApplication = z.object({
  user_session_id: Id,
  ref_function_role_id: Id,
  function_role_name: z.string(),
  ...InStatus,
  application_submitted_datetime_utc: Instant,
  /** The link it came through: one of the role's, or 'other'; null if there was none. */
  via: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  linkedin_profile_url: z.string().nullable(),
  /** The other listed applications that share an email address, a LinkedIn profile or the full name with this one. */
  same_as: z.array(MatchedBy),
  /** Newest first, including undone decisions. */
  decisions: z.array(
    z.object({ status_change_id: Id, at: Instant, who: z.string().nullable(), from_status: z.string(), to_status: z.string(), is_undone: z.boolean() }),
  ),
  emails: z.array(z.object({ email_id: Id, at: Instant, subject: z.string(), state: z.enum(['queued', 'sent', 'failed', 'withdrawn']) })),
  files: z.array(z.object({ resume_id: Id, at: Instant, size_bytes: z.int(), is_current: z.boolean() })),
  interviews: z.array(
    z.object({
      interview_name: z.string(),
      interviewer_name: z.string(),
      at: Instant,
      state: z.enum(['planned', 'canceled', 'feedback begun', 'feedback given']),
    }),
  ),
})
export type PersonApplication = z.infer<typeof PersonApplication>

export const Person = z.object({
  /** Applications linked by email address or profile, directly or through others; newest first. */
  applications: z.array(PersonApplication),
  /** Applications that share only the name, so they may be someone else's. */
  same_name: z.array(PersonApplication),
})
export type Person = z.infer<typeof Person>

export const readPerson = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/applicants/{id}/person',
  reveals: true,
  summary: 'List all applications by the same person, and what links them; 409 unless names are shown. Each read is recorded in the audit trail',
  params: z.object({ id: IdText }),
  query: z.object({ identifiable }),
  output: Person,
  example: { identifiable: true },
})
