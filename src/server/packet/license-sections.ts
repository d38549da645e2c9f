import { isUncertain, standingOn, type Membership } from '#contract/licenses/compacts.ts'
import { meaningOfType } from '#contract/licenses/license-types.ts'
import { coverageFor, type LatestCheck } from '#contract/licenses/listed.ts'
import type { HeldLicense } from '#contract/licenses/rights.ts'
import type { Place } from '#contract/licenses/places.ts'
import type { Entry } from '#contract/packet/format.ts'
import { describeCoverage, describeLicenses } from '#contract/packet/describe-licenses.ts'
import { isoDayIn } from '#contract/time-zone.ts'
import { membershipsNow } from '#server/applicants/licenses/licenses-of.ts'
import type { Db } from '#server/db/connect.ts'
import type { openSheet } from './sheet.ts'

/**
 * Returns which of the role's states the licenses covered on the day of the last decision (in the employer's time zone), based on what had been
 * checked by then and the compact facts that applied, with their sources. Empty before a decision, because coverage as of "today" would change daily,
 * and if the list was changed since, because what was listed on that day isn't known.
 */
export async function coverageSection(
  tx: Db,
  all: Record<string, Entry[]>,
  { role_states, time_zone }: { role_states: string[]; time_zone: string },
): Promise<Entry[]> {
  const [holder] = all['license_holder'] ?? []
  const decision = (all['status_changes'] ?? []).findLast(({ undone_at }) => !undone_at)
  if (!holder || !decision || Date.parse(String(holder['given_at'])) > Date.parse(String(decision['changed_at']))) return []
  const on = isoDayIn(time_zone, String(decision['changed_at']))
  const checks = (all['license_verifications'] ?? []).filter((check) => Date.parse(String(check['created_at'])) <= Date.parse(String(decision['changed_at'])))
  const entered = (all['licenses'] ?? []).filter(({ is_removed }) => is_removed !== true)
  const licenses = entered.map((one) => ({ ...heldOf(one), latest: latestOf(one, checks) }))
  const memberships = await membershipsNow(tx)
  const coverage = coverageFor({ licenses, ...homeOf(holder), role_states }, on, memberships)
  if (!coverage) return []
  return [
    {
      on,
      changed_by: decision['changed_by'] ?? null,
      role_states,
      ...coverage,
      facts: factsUsed({ licenses, places: role_states as Place[], on }, memberships),
    },
  ]
}

const homeOf = ({ home_state, moved_on }: Entry) => ({ home_state: (home_state ?? null) as string | null, moved_on: (moved_on ?? null) as string | null })
const heldOf = ({ license_authorization, ...row }: Entry) => ({ ...row, authorization: license_authorization }) as unknown as HeldLicense

function latestOf(license: Entry, checks: Entry[]): LatestCheck | null {
  const check = checks.findLast(({ license_id }) => license_id === license['license_id'])
  if (!check) return null
  const { result, checked_on, good_until, entry } = check
  return {
    result: String(result),
    checked_on: String(checked_on),
    good_until: (good_until ?? null) as string | null,
    is_for_earlier_entry: entry !== license['entry'],
  }
}

type CoverageFacts = { licenses: HeldLicense[]; places: Place[]; on: string }

function factsUsed({ licenses, places, on }: CoverageFacts, memberships: Membership[]) {
  const compacts = [...new Set(licenses.flatMap(({ license_type }) => meaningOfType(license_type).compact ?? []))]
  const all = [...new Set([...places, ...licenses.map(({ license_state }) => license_state)])].toSorted()
  return compacts.flatMap((compact) =>
    all.flatMap((place) => {
      const found = standingOn(memberships, compact, place, on)
      if (!found) return []
      const { standing, since, source, seen_on } = found
      return [{ place, compact, standing, since, source, seen_on, is_uncertain: isUncertain(found, on) }]
    }),
  )
}

/** Writes the licenses, what sources reported about each, and what they covered on the day of the decision. Writes nothing if there are none. */
export function writeLicenses(sheet: ReturnType<typeof openSheet>, sections: Record<string, Entry[]>): void {
  const licenses = describeLicenses((name) => sections[name] ?? [])
  if (licenses.length === 0) return
  sheet.heading('Licenses')
  for (const line of describeCoverage((name) => sections[name] ?? [])) sheet.text(line)
  for (const { name, facts, checks } of licenses) {
    sheet.subheading(name)
    sheet.text(facts)
    for (const check of checks) sheet.note(check)
  }
}
