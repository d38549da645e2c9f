import { isDeepStrictEqual } from 'node:util'
import { LicenseList, type OwnLicenses } from '#contract/licenses/licenses.ts'
import { areLicensesOpen } from '#contract/statuses/statuses.ts'
import { applicationHashes } from '#server/applications/cookie.ts'
import { findOwnSession, lockOwnSession } from '#server/applications/store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { KeepLicenses } from '#server/careers/apply-by-form.ts'
import { notYoursError } from '#server/candidate/own-applications.ts'
import { lockOwnApplication } from '#server/candidate/store.ts'
import type { Own } from '#server/candidate/withdraw.ts'
import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { presentOwnLicenses } from './read-licenses.ts'
import { replaceLicenses, setHolder, setLastAction, setLicensesGiven } from './store.ts'

type Session = { user_session_id: number; ref_application_status_id: number }

/**
 * Replaces the licenses of an application that one of these cookies gives access to. Throws 403 without such a cookie, 409 once the
 * application has ended.
 */
export async function saveLicenses(
  { db, limits }: Pick<Services, 'db' | 'limits'>,
  { cookies, user_session_id }: { cookies: string[]; user_session_id: number },
  list: LicenseList,
) {
  const hashes = applicationHashes(cookies)
  if (!(await findOwnSession(db, user_session_id, hashes))) throw wrongBrowserError()
  await limits.take('candidate-act', `application ${user_session_id}`)
  return db.transaction(async (tx) => {
    const session = await lockOwnSession(tx, user_session_id, hashes)
    if (!session) throw wrongBrowserError()
    return replace(tx, session, list)
  })
}

export function wrongBrowserError(): HttpError {
  return new HttpError(403, "This application was started in another browser, or it's no longer available.")
}

/** Parses the list in a form's field; null unless it's complete. */
export function parseList(text: string): LicenseList | null {
  return LicenseList.safeParse(jsonIn(text)).data ?? null
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Saves the list submitted with a form, in the transaction that submits its application. Throws 422 if it can't be parsed. */
export const keepLicenses: KeepLicenses = async (tx, user_session_id, text) => {
  if (text === '') return
  const list = parseList(text)
  if (!list) throw new HttpError(422, "Your licenses couldn't be read. List them again.")
  await store(tx, user_session_id, list)
}

/** Does the same from the candidate's page. Throws 404 for another address's application. */
export async function saveOwnLicenses({ db }: Pick<Services, 'db'>, own: Own, list: LicenseList) {
  return db.transaction(async (tx) => {
    const session = await lockOwnApplication(tx, own.email_key, own.user_session_id)
    if (!session) throw notYoursError()
    return replace(tx, session, list)
  })
}

async function replace(tx: Db, session: Session, list: LicenseList): Promise<OwnLicenses> {
  if (!areLicensesOpen(session.ref_application_status_id)) throw new HttpError(409, 'The licenses on this application can no longer be changed.')
  return store(tx, session.user_session_id, list)
}

async function store(tx: Db, user_session_id: number, { home_state, moved_on = null, npi = null, licenses }: LicenseList): Promise<OwnLicenses> {
  const before = await presentOwnLicenses(tx, user_session_id, true)
  await setHolder(tx, user_session_id, { home_state, moved_on, npi })
  await replaceLicenses(tx, user_session_id, licenses)
  const after = await presentOwnLicenses(tx, user_session_id, true)
  if (isDeepStrictEqual(before, after)) return after
  await setLicensesGiven(tx, user_session_id)
  await setLastAction(tx, user_session_id)
  const types = licenses.map(({ license_type, license_state }) => `${license_type} ${license_state}`)
  const facts = { licenses: licenses.length }
  await recordAudit(tx, { actor: 'candidate', action: 'license.given', subject_kind: 'applicant', subject_id: user_session_id, facts, personal: { types } })
  return after
}
