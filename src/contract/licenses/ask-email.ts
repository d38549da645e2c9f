import { formatDay } from '../time-zone.ts'
import { EXPIRING_DAYS, daysBetween, hasApplied } from './rights.ts'
import { inSentence, shortName } from './license-types.ts'
import { lastDayOf, sourceSaid } from './listed.ts'
import type { ApplicantLicenses } from './licenses.ts'
import { PLACES, type Place } from './places.ts'

type LicenseSubject = Pick<ApplicantLicenses, 'is_given' | 'role_states' | 'coverage' | 'licenses' | 'home_state' | 'moved_on'> &
  /** Missing from responses by processes that still run the previous version. */
  Partial<Pick<ApplicantLicenses, 'states_in_doubt_abroad'>>
type EmailContext = { on: string; /** True while the applicant can still change the list on their own page. */ isOpen: boolean }

const placesInWords = (codes: string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
  new Intl.ListFormat('en-US', { type }).format(codes.map((code) => PLACES[code as Place] ?? code))
const licenseLabel = ({ license_type, license_state }: Subject) =>
  license_type === 'OTHER'
    ? `license in ${PLACES[license_state as Place] ?? license_state}`
    : `${PLACES[license_state as Place] ?? license_state} ${inSentence(shortName(license_type, license_state))} license`

/** Drafts an email that asks an applicant about their licenses, for the sender to edit: a subject, and paragraphs of plain text. */
export function licenseQuestionEmail(asked: LicenseSubject, { on, isOpen }: EmailContext): { subject: string; text: string } {
  const paragraphs = [
    'Hello {first_name},',
    ...(asked.role_states.length > 0 ? [`The {function_role_name} cares for patients in ${placesInWords(asked.role_states)}.`] : []),
    ...questionsIn(asked, on),
    isOpen ? 'You can list and correct your licenses on your application page: {scheduling_link}' : 'Please reply to this email.',
    '{hiring_lead_name}',
  ]
  return { subject: 'Your licenses for {function_role_name}', text: paragraphs.join('\n\n') }
}

type Subject = LicenseSubject['licenses'][number]

/** Returns the question to ask about a license that its source doesn't confirm; null if the source confirms it, or no one has checked. */
function sourceQuestion(license: Subject, on: string): string | null {
  const result = sourceSaid(license.verifications[0], on)
  if (result === 'not_found')
    return `We couldn't find your ${licenseLabel(license)} in the board's records. Could you check its number, and the name it's under?`
  const { result: found, good_until } = license.verifications[0] ?? {}
  if (result === 'expired' && found !== 'expired' && good_until)
    return `According to the board's records, your ${licenseLabel(license)} was good until ${formatDay(good_until)}. Has it been renewed?`
  if (result === 'expired') return `The board's records say that your ${licenseLabel(license)} has expired. Has it been renewed?`
  return result === 'restricted'
    ? `The board's records say that your ${licenseLabel(license)} is restricted. What does the restriction mean for your work?`
    : null
}

/** Returns the question about a multistate license from a former home; null if its holder has already entered the answers. */
function moveQuestion(license: Subject, { licenses, home_state, moved_on }: LicenseSubject): string | null {
  const isThere = licenses.some((one) => !one.is_in_progress && one.license_type === license.license_type && one.license_state === home_state)
  const apply = hasApplied(license, { licenses, home_state }) ? 'when did you apply for the license there' : 'have you applied for a license there'
  const questions = [...(moved_on === null ? ['when did you move'] : []), ...(isThere ? [] : [apply])]
  if (questions.length === 0 || home_state === null) return null
  const question = questions.join(', and ').replace(/^./, (first) => first.toUpperCase())
  return `Your ${licenseLabel(license)} is a multistate license, but your legal home is in ${placesInWords([home_state])}. ${question}?`
}

function questionsIn(asked: LicenseSubject, on: string): string[] {
  const { is_given, licenses } = asked
  if (!is_given || licenses.length === 0) return ["Which licenses do you hold, and in which states? We don't have a list from you yet."]
  const questions = detailsIn(asked, on)
  return questions.length > 0 ? questions : ['Is your list of licenses still complete and up to date?']
}

function detailsIn(asked: LicenseSubject, on: string): string[] {
  const { coverage, licenses, states_in_doubt_abroad } = asked
  const { review = [] } = coverage ?? {}
  const pending = licenses.filter(({ is_in_progress }) => is_in_progress)
  const isAbroad = asked.home_state === null
  const missing = (coverage?.missing ?? []).filter(
    (state) => (!review.includes(state) || states_in_doubt_abroad?.includes(state)) && !pending.some(({ license_state }) => license_state === state),
  )
  const issued = licenses.filter(({ is_in_progress }) => !is_in_progress)
  const former = issued.find((one) => one.is_from_former_home)
  const applied = former && hasApplied(former, asked) ? former : undefined
  // Any other uncertainty is a legal question that the applicant can't answer.
  const unquestioned = issued.filter((one) => one.is_multistate && sourceQuestion(one, on) === null)
  const unclear = review.filter((state) => state !== applied?.license_state && unquestioned.some((one) => one.license_state === state))
  const doubted = issued.flatMap((one) => sourceQuestion(one, on) ?? [])
  const listed = doubted.length > 0 || isAbroad ? 'As far as we can tell, no license you listed is' : "You haven't listed a license that's"
  return [
    ...doubted,
    ...(missing.length > 0 ? [`${listed} valid in ${placesInWords(missing, 'disjunction')}. Do you hold one, or have you applied?`] : []),
    ...pending.map((one) => `Has your ${licenseLabel(one)} been issued yet?`),
    ...(unclear.length > 0
      ? [
          `We have a few questions about ${placesInWords(unclear)}. Is your license there a multistate license, what's your legal home state, and have you moved recently?`,
        ]
      : []),
    ...(former && (applied || unclear.length === 0) ? [moveQuestion(former, asked)].filter((question) => question !== null) : []),
    ...issued.flatMap((one) => {
      const last = sourceQuestion(one, on) === null ? lastDayOf(one.expires_on, one.verifications[0], on) : null
      if (last === null) return []
      if (last < on) return [`Your ${licenseLabel(one)} expired on ${formatDay(last)}. Has it been renewed?`]
      return daysBetween(on, last) <= EXPIRING_DAYS ? [`Your ${licenseLabel(one)} expires on ${formatDay(last)}. Are you renewing it?`] : []
    }),
  ]
}
