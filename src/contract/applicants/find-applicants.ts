import { z } from 'zod'
import { ApplicantName } from './applicants.ts'
import { endpoint, Instant, boundedText } from '../endpoint.ts'

/** Shorter searches would match nearly everyone. */
export const MIN_SEARCH_LENGTH = 2
export const MAX_MATCHES = 10

/** Someone found by name is a single row, however many applications they have. */
export const FoundApplicant = ApplicantName.extend({
  /** When the application last had any activity; included only with identities shown. */
  last_activity_at: Instant.optional(),
  /** How many of the person's applications match; included only with identities shown. */
  applications: z.int().optional(),
})
export type FoundApplicant = z.infer<typeof FoundApplicant>

/** Sent in the body rather than the query, because people often type names and URLs end up in logs. */
export const findApplicants = endpoint({
  who: 'admin',
  may: 'read',
  method: 'POST',
  path: '/api/applicants/find',
  reveals: true,
  summary: `Find up to ${MAX_MATCHES} applicants across roles by number, reference or alias; with \`identifiable\`, also by name, email, profile or phone number, even mistyped or in a pasted signature`,
  body: z.object({ text: boundedText(2000).trim().min(MIN_SEARCH_LENGTH), identifiable: z.boolean().default(false) }),
  output: z.array(FoundApplicant),
})
