import { labelOf } from '../licenses/license-types.ts'
import { formatDay } from '../time-zone.ts'
import type { Entry } from './format.ts'

type PacketContext = (section: string) => Entry[]
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
/** An older packet can have anything here. */
const day = (value: unknown) => (/^\d{4}-\d{2}-\d{2}$/.test(text(value)) ? formatDay(text(value)) : text(value))

/** Describes a packet's licenses in words, except for those the candidate removed. */
export function describeLicenses(of: PacketContext): { name: string; facts: string; checks: string[] }[] {
  const licenses = of('licenses').filter(({ is_removed }) => is_removed !== true)
  return licenses.map((license) => {
    const checks = of('license_verifications').filter(({ license_id }) => license_id === license['license_id'])
    return {
      name: labelOf({ license_type: text(license['license_type']), license_state: text(license['license_state']) }),
      facts: factsOf(license).join('. ') || 'No further details.',
      checks: checks.length > 0 ? checks.map((check) => describeCheck(check, license, of('staff'))) : ['Not checked at its source.'],
    }
  })
}

/** Describes the home state, the NPI, what was covered on the day of the last decision, and the compact facts in force then, with their sources. */
export function describeCoverage(of: PacketContext): string[] {
  const homes = of('license_holder').map(({ home_state, moved_on, npi }) => {
    const since = moved_on ? `, since ${day(moved_on)}` : ''
    return `Home: ${home_state ? text(home_state) : 'outside the United States'}${since}.${npi ? ` NPI ${text(npi)}.` : ''}`
  })
  const covered = of('license_coverage').flatMap((one) => {
    const when = one['on'] ? `On ${day(one['on'])}` : 'On the day of the decision'
    return [`${when}, for ${((one['role_states'] ?? []) as string[]).join(', ')}: ${text(one['sentence'])}`, ...factsInForce((one['facts'] ?? []) as Entry[])]
  })
  return [...homes, ...covered]
}

const STANDING_LABELS: Record<string, string> = { member: 'in force in', guest: 'honored in', enacted: 'enacted, not in force, in' }

/** An older packet doesn't say what was uncertain. */
const standingLabel = ({ standing, is_uncertain }: Entry) => (is_uncertain === true ? 'unconfirmed in' : (STANDING_LABELS[text(standing)] ?? text(standing)))

/** Writes one line per compact, standing and source. Doesn't use `Map.groupBy`, which browsers from four years ago lack. */
function factsInForce(facts: Entry[]): string[] {
  const lines = new Map<string, { end: string; places: string[] }>()
  for (const fact of facts) {
    const { place, compact, source, seen_on } = fact
    const begin = `${text(compact)} then: ${standingLabel(fact)}`
    const end = `(${text(source)}, read ${day(seen_on)}).`
    const line = lines.get(`${begin} ${end}`) ?? { end, places: [begin] }
    line.places.push(text(place))
    lines.set(`${begin} ${end}`, line)
  }
  return [...lines.values()].map(({ end, places: [begin, ...places] }) => `${begin} ${places.join(', ')} ${end}`)
}

function describeCheck(check: Entry, license: Entry, staff: Entry[]): string {
  const checker = staff.find(({ staff_account_id }) => staff_account_id === check['checked_by'])
  const by = checker ? ` by ${text(checker['email'])}` : ''
  const until = check['good_until'] ? `, good until ${day(check['good_until'])}` : ''
  const result = `Checked on ${day(check['checked_on'])}${by} at ${text(check['source'])}: ${text(check['result']).replace('_', ' ')}${until}`
  return `${result}${check['entry'] === license['entry'] ? '' : ' (for an earlier entry)'}. ${text(check['note'])}`.trim()
}

function factsOf(one: Entry): string[] {
  const privileges = (one['privileges'] ?? []) as string[]
  return [
    ...(one['license_number'] ? [`Number ${text(one['license_number'])}`] : []),
    ...(one['is_multistate'] === true ? ['Multistate'] : []),
    ...(one['is_in_progress'] === true ? ['In progress'] : []),
    ...(one['expires_on'] ? [`Good through ${day(one['expires_on'])}`] : []),
    ...(privileges.length > 0 ? [`Privileges in ${privileges.join(', ')}`] : []),
    ...(one['license_authorization'] ? [text(one['license_authorization'])] : []),
  ]
}
