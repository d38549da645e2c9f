import type { HeldLicense } from '#contract/licenses/rights.ts'
import { hideNumbers } from '#contract/licenses/hide-numbers.ts'
import type { ApplicantLicenses, LicenseList, OwnLicenses } from '#contract/licenses/licenses.ts'
import { areFromFormerHome, compactsOf, coverageFor, lastDayOf, listStatesInDoubtAbroad, staleCompacts } from '#contract/licenses/listed.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { membershipsNow, todayIn } from '#server/applicants/licenses/licenses-of.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { findKnown } from '#server/people/find-known.ts'
import { NO_ONE, viewerOf, viewOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { findHolder, findRoleStates, listLicenses, listVerifications, type Holder, type LicenseRow } from './store.ts'

/** A license is good through its last day, so candidates see it as expired only once that day is over in every US time zone. */
const LAST_ZONE = 'Pacific/Pago_Pago'

const NO_HOLDER: Holder = { home_state: null, moved_on: null, npi: null }

/** Returns an application's licenses as the candidate entered them. */
export async function presentOwnLicenses(db: Db, user_session_id: number, is_open: boolean): Promise<OwnLicenses> {
  const holder = await findHolder(db, user_session_id)
  const licenses = await listLicenses(db, user_session_id)
  const on = todayIn(LAST_ZONE)
  return { ...(holder ?? NO_HOLDER), is_open, licenses: licenses.map((row) => presentLicense(row, on)) }
}

/** Returns a list that isn't stored yet because its application hasn't been submitted. A license's ID is its position in the list. */
export function presentUnsaved(list: LicenseList | null): OwnLicenses {
  const { home_state = null, moved_on, npi, licenses = [] } = list ?? {}
  const on = todayIn(LAST_ZONE)
  const presented = licenses.map(({ license_number = null, expires_on = null, authorization = null, ...one }, place) => ({
    ...one,
    license_id: place + 1,
    license_number,
    expires_on,
    authorization,
    is_expired: expires_on !== null && expires_on < on,
  }))
  return { home_state, moved_on: moved_on ?? null, npi: npi ?? null, is_open: true, licenses: presented }
}

function presentLicense({ license_authorization, ...row }: LicenseRow, on: string) {
  const { license_id, license_type, license_state, license_number, is_multistate, expires_on, is_in_progress, privileges } = row
  const is_expired = expires_on !== null && expires_on < on
  const entry = { license_id, license_type, license_state, license_number, is_multistate, expires_on, is_in_progress, privileges }
  return { ...entry, authorization: license_authorization, is_expired }
}

/**
 * Returns an applicant's licenses for staff, with which of the role's states they cover today. With identities hidden, numbers and the NPI are left
 * out. Throws 404 for an applicant this person can't see.
 */
export async function readApplicantLicenses(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { user_session_id, identifiable }: { user_session_id: number; identifiable: boolean },
): Promise<ApplicantLicenses> {
  const role_states = await findRoleStates(db, user_session_id, caller.scope)
  if (role_states === null) throw notFound(user_session_id)
  const holder = await findHolder(db, user_session_id)
  const { home_state, moved_on, npi } = holder ?? NO_HOLDER
  const licenses = await listLicenses(db, user_session_id)
  const verifications = await listVerifications(db, user_session_id)
  const view = viewOf((await findKnown(db, user_session_id, caller.scope)) ?? NO_ONE, viewerOf(env, { identifiable }))
  const sourceOf = hiddenSource(view, licenses)
  if (identifiable) await recordReveal(db, caller, { user_session_id, shown: 'licenses' })
  const on = todayIn(env.TIME_ZONE)
  const memberships = await membershipsNow(db)
  const latestOf = ({ license_id }: LicenseRow) => verifications.find((one) => one.license_id === license_id) ?? null
  const coverageInput = { role_states, home_state, moved_on, licenses: licenses.map((row) => ({ ...heldOf(row), latest: latestOf(row) })) }
  const former = areFromFormerHome(coverageInput, on, memberships)
  return {
    home_state,
    moved_on,
    npi: identifiable ? npi : null,
    is_given: holder !== null,
    role_states,
    licenses: licenses.map((row, index) => ({
      ...presentLicense(row, on),
      is_expired: (lastDayOf(row.expires_on, latestOf(row), on) ?? on) < on,
      entry: row.entry,
      is_from_former_home: former[index]!,
      license_number: identifiable ? row.license_number : null,
      verifications: verifications
        .filter(({ license_id }) => license_id === row.license_id)
        // A note can contain names, and so can a source, such as in a link.
        .map((one) => ({ ...one, source: sourceOf(one), note: identifiable ? one.note : '', created_at: new Date(one.created_at).toISOString() })),
    })),
    coverage: coverageFor(coverageInput, on, memberships),
    states_in_doubt_abroad: listStatesInDoubtAbroad(coverageInput, on, memberships),
    facts_seen_on: staleCompacts(memberships, compactsOf(licenses.map(heldOf)), on),
  }
}

function heldOf({ license_authorization, ...row }: LicenseRow): HeldLicense {
  return { ...row, authorization: license_authorization } as unknown as HeldLicense
}

const hiddenSource =
  ({ identifiable, hide }: ReturnType<typeof viewOf>, licenses: LicenseRow[]) =>
  ({ source }: { source: string }) =>
    identifiable
      ? source
      : hide(
          hideNumbers(
            source,
            licenses.map(({ license_number }) => license_number),
          ),
        )
