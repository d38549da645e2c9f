import { z } from 'zod'
import { endpoint, IdText } from '../endpoint.ts'

export const RoleCoverage = z.object({
  role_states: z.array(z.string()),
  /** The number of applicants interviewing for the role. */
  interviewing: z.int(),
  /** How many of them haven't listed any licenses. */
  unlisted: z.int(),
  /** The role's states that at least one of them covers today, and those that none of them cover. */
  covered: z.array(z.string()),
  uncovered: z.array(z.string()),
  /** For each of the role's states: how many of them cover it, and how many a person has to check because the law isn't clear. */
  states: z.array(z.object({ place: z.string(), people: z.int(), review: z.int() })),
  /** The types of license that this counts; whether they're the right ones for the role isn't known. */
  license_types: z.array(z.string()),
  /** When the compact facts were last checked, if that was long ago. */
  facts_seen_on: z.string().nullable(),
})
export type RoleCoverage = z.infer<typeof RoleCoverage>

export const readRoleCoverage = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/licenses/roles/{id}',
  summary: "List how many candidates in interviews cover each of the role's states today, and which states no one covers",
  params: z.object({ id: IdText }),
  output: RoleCoverage,
})
