import type { Entry } from './format.ts'

type Of = (section: string) => Entry[]
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Describes a packet's licenses in words, except for those the candidate removed. */
export function licenseWords(of: Of): { name: string; facts: string; checks: string[] }[] {
  const licenses = of('licenses').filter(({ is_removed }) => is_removed !== true)
  return licenses.map((one) => {
    const checks = of('license_verifications').filter(({ license_id }) => license_id === one['license_id'])
    return {
      name: `${text(one['license_type'])} ${text(one['license_state'])}`,
      facts: factsOf(one).join('. ') || 'No further details.',
      checks: checks.length > 0 ? checks.map((check) => checkWords(check, one)) : ['Not checked at its source.'],
    }
  })
}

/** Describes what they covered on the day of the last decision. */
export function coverageWords(of: Of): string[] {
  return of('license_coverage').map((one) => {
    const day = one['on'] ? `On ${text(one['on'])}` : 'On the day of the decision'
    return `${day}, for ${((one['role_states'] ?? []) as string[]).join(', ')}: ${text(one['sentence'])}`
  })
}

function checkWords(check: Entry, license: Entry): string {
  const result = `Checked on ${text(check['checked_on'])} at ${text(check['source'])}: ${text(check['result']).replace('_', ' ')}`
  return `${result}${check['entry'] === license['entry'] ? '' : ' (for an earlier entry)'}. ${text(check['note'])}`.trim()
}

function factsOf(one: Entry): string[] {
  const privileges = (one['privileges'] ?? []) as string[]
  return [
    ...(one['license_number'] ? [`Number ${text(one['license_number'])}`] : []),
    ...(one['is_multistate'] === true ? ['Multistate'] : []),
    ...(one['is_in_progress'] === true ? ['In progress'] : []),
    ...(one['expires_on'] ? [`Good through ${text(one['expires_on'])}`] : []),
    ...(privileges.length > 0 ? [`Privileges in ${privileges.join(', ')}`] : []),
    ...(one['license_authorization'] ? [text(one['license_authorization'])] : []),
  ]
}
