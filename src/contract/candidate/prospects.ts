import { z } from 'zod'
import { identifiable } from '../applicants/applicants.ts'
import { endpoint, Id, IdText, Instant, boundedText } from '../endpoint.ts'

/** The minimum number of days between two invitations to the same person. */
export const INVITATION_DAYS = 31

/** Someone who agreed to hear about other roles, unless their licenses clearly don't cover the role's states. */
export const Prospect = z.object({
  user_session_id: Id,
  alias: z.string(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  /** What they applied for last. */
  function_role_name: z.string(),
  /** "RN TX"; empty if they listed no licenses. */
  held: z.array(z.string()),
  /** Which of the role's states their licenses cover; null if unknown. */
  sentence: z.string().nullable(),
  /** When the compact facts were last checked, if that was long ago. */
  facts_seen_on: z.string().nullable(),
  /** When they can be invited again; null if they can be now. */
  invitable_at: Instant.nullable(),
})
export type Prospect = z.infer<typeof Prospect>

const params = z.object({ id: IdText })

export const listProspects = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'GET',
  path: '/api/open-roles/admin/{id}/prospects',
  reveals: true,
  summary:
    "List earlier applicants who agreed to hear about other roles, confirmed their address and may hold the licenses a role needs; empty unless it's published",
  params,
  query: z.object({ identifiable }),
  output: z.array(Prospect),
})

export const inviteProspects = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/open-roles/admin/{id}/invitations',
  counted: 'emails_queued',
  longText: true,
  summary: "Invite some of a role's prospects; each result has the status that inviting this person alone would have returned",
  params,
  body: z.object({ user_session_ids: z.array(Id).min(1).max(100), subject: boundedText(500), html: boundedText(100_000) }),
  output: z.object({ results: z.array(z.object({ user_session_id: Id, status: z.int(), detail: z.string().optional(), email_id: Id.optional() })) }),
})
