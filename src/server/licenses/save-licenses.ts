import { isDeepStrictEqual } from 'node:util'
import type { LicenseList, OwnLicenses } from '#contract/licenses/licenses.ts'
import { isSubmitted, meaningOf } from '#contract/statuses/statuses.ts'
import { applicationHashes } from '#server/applications/cookie.ts'
import { findOwnSession, lockOwnSession } from '#server/applications/store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { notYours } from '#server/candidate/own-applications.ts'
import { lockOwnApplication } from '#server/candidate/store.ts'
import type { Own } from '#server/candidate/withdraw.ts'
import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { presentOwnLicenses } from './read-licenses.ts'
import { replaceLicenses, setHolder, setLastAction } from './store.ts'

type Session = { user_session_id: number; ref_application_status_id: number }

/** Replaces the licenses of an application that one of these cookies opens; 403 without one, 409 once a decision has been made. */
export async function saveLicenses(
  { db, limits }: Pick<Services, 'db' | 'limits'>,
  { cookies, user_session_id }: { cookies: string[]; user_session_id: number },
  list: LicenseList,
) {
  const hashes = applicationHashes(cookies)
  if (!(await findOwnSession(db, user_session_id, hashes))) throw notThisBrowser()
  await limits.take('candidate-act', `application ${user_session_id}`)
  return db.transaction(async (tx) => {
    const session = await lockOwnSession(tx, user_session_id, hashes)
    if (!session) throw notThisBrowser()
    return replace(tx, session, list)
  })
}

export function notThisBrowser(): HttpError {
  return new HttpError(403, 'This application belongs to another browser, or has ended.')
}

/** The same from the candidate's own page; 404 for another address's application. */
export async function saveOwnLicenses({ db }: Pick<Services, 'db'>, own: Own, list: LicenseList) {
  return db.transaction(async (tx) => {
    const session = await lockOwnApplication(tx, own.email_key, own.user_session_id)
    if (!session) throw notYours()
    return replace(tx, session, list)
  })
}

/** Until a decision; the form may be filled in before or after it's sent. */
export function areLicensesOpen({ ref_application_status_id }: Pick<Session, 'ref_application_status_id'>): boolean {
  return !isSubmitted(ref_application_status_id) || meaningOf(ref_application_status_id).isUndecided
}

async function replace(tx: Db, session: Session, { home_state, npi = null, licenses }: LicenseList): Promise<OwnLicenses> {
  if (!areLicensesOpen(session)) throw new HttpError(409, 'The licenses of this application can no longer be changed.')
  const { user_session_id } = session
  const before = await presentOwnLicenses(tx, user_session_id, true)
  await setHolder(tx, user_session_id, { home_state, npi })
  await replaceLicenses(tx, user_session_id, licenses)
  const after = await presentOwnLicenses(tx, user_session_id, true)
  if (isDeepStrictEqual(before, after)) return after
  await setLastAction(tx, user_session_id)
  const types = licenses.map(({ license_type, license_state }) => `${license_type} ${license_state}`)
  const facts = { licenses: licenses.length }
  await recordAudit(tx, { actor: 'candidate', action: 'license.given', subject_kind: 'applicant', subject_id: user_session_id, facts, personal: { types } })
  return after
}
