import { z } from 'zod'
import { identifiable } from '../applicants/applicants.ts'
import { endpoint, Id, IdText, idText, Instant, Message, boundedText, requiredText } from '../endpoint.ts'
import { AUTHORIZATIONS } from './rights.ts'
import { LICENSE_TYPE_NAMES, typeByAlias } from './license-types.ts'
import { isNpi, NPI_TYPO } from './npi.ts'
import { PLACE_CODES } from './places.ts'

/** The maximum number of licenses per person, so a form or a call can't fill a table. */
export const MAX_LICENSES = 40

const toUpperCase = (text: unknown) => (typeof text === 'string' ? text.trim().toUpperCase() : text)
export const PlaceCode = z.preprocess(toUpperCase, z.enum(PLACE_CODES, 'Use the two-letter code of a state, DC or a territory, such as TX'))
const TypeName = z.preprocess(
  (text) => (typeof text === 'string' ? typeByAlias(text) : text),
  z.enum(LICENSE_TYPE_NAMES, `Use one of these license types: ${LICENSE_TYPE_NAMES.join(', ')}`),
)

/** A calendar day in this century; any other century is a typo. */
export const Day = z.iso
  .date({ error: 'Enter a date, such as 2027-06-30', abort: true })
  .refine((day) => day >= '2000-01-01' && day <= '2099-12-31', 'Enter a date between 2000 and 2099')

/** Numbers are stored as typed and compared ignoring spaces, punctuation and case. */
export function numberKey(license_number: string | null | undefined): string {
  return (license_number ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')
}

const Entry = z.object({
  license_type: TypeName,
  license_state: PlaceCode,
  is_multistate: z.boolean().default(false),
  /** The last day the license is valid; null if unknown or it doesn't expire. */
  expires_on: Day.nullish(),
  is_in_progress: z.boolean().default(false),
  /** Where the person holds a privilege based on this license under its compact. */
  privileges: z.array(PlaceCode).max(60).default([]),
  authorization: z.enum(AUTHORIZATIONS).nullish(),
})

const LicenseEntry = Entry.extend({ license_number: boundedText(60).trim().nullish() })
export type LicenseEntry = z.output<typeof LicenseEntry>

type LicenseKeyFields = { license_type: string; license_state: string; license_number?: string | null | undefined }
export const licenseKey = ({ license_type, license_state, license_number }: LicenseKeyFields) => `${license_type} ${license_state} ${numberKey(license_number)}`

function areDistinct(licenses: LicenseKeyFields[]): boolean {
  return new Set(licenses.map(licenseKey)).size === licenses.length
}

const DUPLICATE_LICENSE = 'This license is already on the list'
const ownList = {
  /** The legal home state; null outside the United States. */
  home_state: PlaceCode.nullable(),
  /** The day they moved there, if recent: a nurse's multistate license stays valid elsewhere for 60 days after a move. */
  moved_on: Day.nullish(),
  npi: z.preprocess((text) => (text === '' ? null : text), z.string().trim().refine(isNpi, NPI_TYPO).nullish()),
  licenses: z.array(LicenseEntry).max(MAX_LICENSES, `List at most ${MAX_LICENSES} licenses`).refine(areDistinct, DUPLICATE_LICENSE),
}
export const LicenseList = z.object(ownList)
export type LicenseList = z.output<typeof LicenseList>

const Coverage = z.object({
  covered: z.array(z.string()),
  missing: z.array(z.string()),
  /** Covered states whose last right to practice ends within 60 days. */
  expiring: z.array(z.string()),
  /** States where the law isn't clear or contradicts an entry, so a person has to check. */
  review: z.array(z.string()),
  sentence: z.string(),
})

/** What the primary source said. */
export const RESULTS = ['active', 'restricted', 'expired', 'not_found'] as const
export type VerificationResult = (typeof RESULTS)[number]

export const Verification = z.object({
  verification_id: Id,
  license_id: Id,
  source: z.string(),
  result: z.enum(RESULTS),
  checked_on: z.string(),
  good_until: z.string().nullable(),
  note: z.string(),
  checked_by: z.string().nullable(),
  created_at: Instant,
  has_pdf: z.boolean(),
  /** True if the license was edited after the check. */
  is_for_earlier_entry: z.boolean(),
})
export type Verification = z.infer<typeof Verification>

const OwnLicense = z.object({
  license_id: Id,
  license_type: z.string(),
  license_state: z.string(),
  /** Null with names hidden, or if none was entered. */
  license_number: z.string().nullable(),
  is_multistate: z.boolean(),
  expires_on: z.string().nullable(),
  is_in_progress: z.boolean(),
  privileges: z.array(z.string()),
  authorization: z.string().nullable(),
  is_expired: z.boolean(),
})

export const OwnLicenses = z.object({
  home_state: z.string().nullable(),
  moved_on: z.string().nullable(),
  npi: z.string().nullable(),
  licenses: z.array(OwnLicense),
  /** False once the application has ended: with a hire, a rejection, a withdrawal, or because the position was closed. */
  is_open: z.boolean(),
})
export type OwnLicenses = z.infer<typeof OwnLicenses>

export const ApplicantLicenses = z.object({
  home_state: z.string().nullable(),
  moved_on: z.string().nullable(),
  /** Null with names hidden. */
  npi: z.string().nullable(),
  /** False if they haven't answered the question about licenses. */
  is_given: z.boolean(),
  role_states: z.array(z.string()),
  licenses: z.array(
    OwnLicense.extend({
      /** Changes with every edit of this license; sent with a check, so it isn't recorded for an entry that no one checked. */
      entry: z.int(),
      verifications: z.array(Verification),
      /** True for a multistate license from a member state that isn't the legal home, unless the new home's has replaced it. */
      is_from_former_home: z.boolean(),
    }),
  ),
  /** Null if the role names no states. */
  coverage: Coverage.nullable(),
  /** The role's states that a multistate license may cover although its holder lives outside the US. */
  states_in_doubt_abroad: z.array(z.string()),
  /** When the compact facts were last checked, if that was long ago. */
  facts_seen_on: z.string().nullable(),
})
export type ApplicantLicenses = z.infer<typeof ApplicantLicenses>

const EXAMPLE = { home_state: 'TX', npi: '1234567893', licenses: [{ license_type: 'RN', license_state: 'TX', is_multistate: true, expires_on: '2027-06-30' }] }

export const saveLicenses = endpoint({
  who: 'candidate',
  method: 'PUT',
  path: '/api/user-session/licenses',
  summary: "Replace the licenses of the cookie's application; 409 once a final decision has been made (an invitation isn't one)",
  body: z.object({ user_session_id: Id, ...ownList }),
  output: OwnLicenses,
  example: EXAMPLE,
})

const own = z.object({ id: idText('Enter a whole number') })

export const readOwnLicenses = endpoint({
  who: 'applicant',
  method: 'GET',
  path: '/api/candidate/applications/{id}/licenses',
  summary: "Get an application's licenses, for the person who sent it",
  params: own,
  output: OwnLicenses,
})

export const saveOwnLicenses = endpoint({
  who: 'applicant',
  method: 'PUT',
  path: '/api/candidate/applications/{id}/licenses',
  summary: "Replace the licenses of an application; 409 once a final decision has been made (an invitation isn't one)",
  params: own,
  body: LicenseList,
  output: OwnLicenses,
  example: EXAMPLE,
})

export const readApplicantLicenses = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/applicants/{id}/licenses',
  reveals: true,
  summary: "Get an applicant's licenses, their verification, and which of the role's states they cover today",
  params: z.object({ id: IdText }),
  query: z.object({ identifiable }),
  output: ApplicantLicenses,
})

export const computeCoverage = endpoint({
  who: 'staff',
  method: 'POST',
  path: '/api/licenses/coverage',
  summary: 'Get the states a set of licenses covers on a day, under the compacts in force then; nothing is stored',
  body: z.object({
    on: Day,
    home_state: PlaceCode.nullable(),
    moved_on: Day.nullish(),
    role_states: z.array(PlaceCode).min(1).max(60),
    // Without numbers, two licenses of one type and state may differ only in their dates.
    licenses: z
      .array(Entry)
      .max(MAX_LICENSES)
      .refine((all) => new Set(all.map((one) => JSON.stringify(one))).size === all.length, DUPLICATE_LICENSE),
  }),
  output: Coverage,
  example: { on: '2026-11-23', home_state: 'TX', role_states: ['TX', 'CA'], licenses: [{ license_type: 'RN', license_state: 'TX', is_multistate: true }] },
})

export const verifyLicense = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/licenses/{license_id}/verifications',
  summary:
    'Record what a primary source said about a license; records are never changed, so a correction is a new one. With the `entry` that was checked: 409 if the applicant has changed the license since',
  status: 201,
  params: z.object({ license_id: IdText }),
  body: z.object({
    /** The `entry` from `GET /api/applicants/{id}/licenses` that was compared with the source; if missing, the check counts for the current one. */
    entry: z.int().optional(),
    source: requiredText(300, 'Enter the source you checked'),
    result: z.enum(RESULTS, 'Choose what the source said: active, restricted, expired or not found'),
    checked_on: Day,
    good_until: Day.nullish(),
    note: boundedText(2000).trim().default(''),
  }),
  output: Verification,
  example: { source: 'Nursys QuickConfirm', result: 'active', checked_on: '2026-11-20', good_until: '2027-10-31' },
})

export const MAX_LICENSE_PDF_BYTES = 5 * 1024 * 1024

export const attachLicensePdf = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/licenses/verifications/{verification_id}/pdf',
  summary: "Attach the source's report to a check as a form with the PDF `pdf`, up to 5 MB; 409 if it already has one",
  status: 201,
  consumes: 'multipart',
  params: z.object({ verification_id: IdText }),
  form: z.object({ pdf: z.string().meta({ contentMediaType: 'application/pdf', contentEncoding: 'binary' }) }),
  output: Message,
})

export const readLicensePdf = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/licenses/verifications/{verification_id}/pdf',
  summary: "Download a check's PDF as it was attached; each download is in the audit trail",
  params: z.object({ verification_id: IdText }),
  produces: 'application/pdf',
  output: z.unknown(),
})

export const askForLicenses = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/applicants/{id}/licenses/email',
  counted: 'emails_queued',
  longText: true,
  summary: 'Queue an email that asks an applicant about their licenses and announces no decision; 409 if one with the same subject was queued minutes ago',
  status: 202,
  params: z.object({ id: IdText }),
  body: z.object({
    subject: requiredText(500, 'This field is required'),
    html: requiredText(100_000, 'This field is required'),
  }),
  output: z.object({ message: z.string(), email_id: Id, send_after: Instant, /** Cancels the email until it's sent. */ undo_token: z.string() }),
  example: { subject: 'Your licenses for {function_role_name}', html: '<p>Hello {first_name}, do you hold a license in California?</p>' },
})

type ExportedCheck = { source: string; result: string; checked_on: string; good_until: string | null; is_for_earlier_entry: boolean }

/** The license data included in a candidate's own export. Removed licenses are stored with their checks until an erasure, so they're included. */
export type ExportedLicenses = Pick<OwnLicenses, 'home_state' | 'moved_on' | 'npi'> & {
  licenses: (Omit<OwnLicenses['licenses'][number], 'license_id' | 'is_expired'> & { is_removed: boolean; checks: ExportedCheck[] })[]
}
