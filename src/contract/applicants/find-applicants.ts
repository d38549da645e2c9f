import { z } from 'zod'
import { ApplicantName } from './applicants.ts'
import { endpoint, words } from '../endpoint.ts'

/** Shorter texts would find nearly everyone. */
export const MIN_SEARCH_LENGTH = 2
export const MAX_FOUND = 10

/** A body, not a query: what's typed is often a name, and addresses end up in logs. */
export const findApplicants = endpoint({
  who: 'admin',
  may: 'read',
  method: 'POST',
  path: '/api/applicants/find',
  reveals: true,
  summary: `At most ${MAX_FOUND} applicants of all roles whose number or reference is the text, or whose alias is or begins with the text; with \`identifiable\` also whose name or email begins with it`,
  body: z.object({ text: words(200).trim().min(MIN_SEARCH_LENGTH), identifiable: z.boolean().default(false) }),
  output: z.array(ApplicantName),
})
