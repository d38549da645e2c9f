import { z } from 'zod'
import { endpoint, Id, IdText, Instant, requiredText } from '../endpoint.ts'
import { COMPACTS, STANDINGS } from './compacts.ts'
import { Day, PlaceCode } from './licenses.ts'

export const Membership = z.object({
  place: z.string(),
  compact: z.enum(COMPACTS),
  standing: z.enum(STANDINGS),
  since: z.string().nullable(),
  until: z.string().nullable(),
  source: z.string(),
  seen_on: z.string(),
  /** True if built in; false if added by an owner. */
  is_built_in: z.boolean(),
  is_unconfirmed: z.boolean(),
  /** For a row that an owner added: who, and why. */
  added_by: z.string().nullish(),
  reason: z.string().nullish(),
})
export type Membership = z.infer<typeof Membership>

export const listCompacts = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/licenses/compacts',
  summary: 'List which states are in which compact, since when, and the source',
  output: z.array(Membership),
})

export const addCompact = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/licenses/compacts',
  summary: "Add a dated row about a state's membership in a compact; it replaces earlier rows from that day on",
  status: 201,
  body: z.object({
    place: PlaceCode,
    compact: z.enum(COMPACTS),
    standing: z.enum(STANDINGS),
    since: Day,
    until: Day.nullish(),
    source: requiredText(300, 'Enter the source'),
    seen_on: Day,
    reason: requiredText(2000, 'Enter a reason for the change'),
  }),
  output: Membership,
  example: { place: 'MA', compact: 'NLC', standing: 'member', since: '2027-01-01', source: 'mass.gov', seen_on: '2026-11-20', reason: 'Start date announced' },
})

/** The real list has 80,000 rows and is about 16 MB. */
export const MAX_EXCLUSIONS_BYTES = 50 * 1024 * 1024

export const loadExclusions = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/licenses/exclusions',
  summary:
    "Replace the exclusion list with the OIG's monthly file, entirely or not at all: a form with the CSV `list`, up to 50 MB. 422 if the file is incomplete, or much smaller than the last one unless `is_smaller` is `yes`. Possible matches aren't in the response",
  status: 201,
  consumes: 'multipart',
  form: z.object({ is_smaller: z.enum(['yes']).optional(), list: z.string().meta({ contentMediaType: 'text/csv', contentEncoding: 'binary' }) }),
  output: z.object({ rows: z.int() }),
})

export const ExclusionMatch = z.object({
  exclusion_match_id: Id,
  user_session_id: Id,
  alias: z.string(),
  function_role_name: z.string(),
  /** Whether the NPI or the name matched. */
  matched_on: z.enum(['npi', 'name']),
  excluded_name: z.string(),
  exclusion_type: z.string(),
  excluded_on: z.string().nullable(),
  found_at: Instant,
  closed_at: Instant.nullable(),
  closed_reason: z.string().nullable(),
})
export type ExclusionMatch = z.infer<typeof ExclusionMatch>

export const listExclusionMatches = endpoint({
  who: 'admin',
  method: 'GET',
  path: '/api/licenses/exclusion-matches',
  summary:
    'List possible matches with the exclusion list, for the one person who compares them with the source (`EXCLUSION_CONTACT`); empty for anyone else. Matches never change a status',
  output: z.array(ExclusionMatch),
})

export const closeExclusionMatch = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/licenses/exclusion-matches/{id}/close',
  summary: 'Close a possible match with a reason; 404 for anyone but the person who can see it',
  params: z.object({ id: IdText }),
  body: z.object({ reason: requiredText(2000, 'Describe what you found') }),
  output: ExclusionMatch,
})
