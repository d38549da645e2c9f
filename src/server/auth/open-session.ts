import { NOT_AN_ADMIN, type SignedIn, type SignInMethod } from '#contract/auth/auth.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { purposeHash, randomToken } from '#server/http/keys.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { permissionsOf } from './address.ts'
import { newBrowserEmail } from './emails.ts'
import { accountHash, type Visitor } from './known-browser.ts'
import { findMember, hasSignedInBefore, insertSession, lockStaffAccount, openAccount } from './store.ts'

export type Opening = { email: string; visitor: Visitor; isNewBrowser: boolean; method: SignInMethod; sso_sid?: string | null; isAgain?: boolean }

/**
 * Opens a session for an address whose owner has proved their identity, and notifies them of a new browser. Throws 403 if the address has lost access
 * since that was checked.
 */
export async function openSession(tx: Db, services: Services, opening: Opening): Promise<SignedIn & { token: string }> {
  const { email, visitor, isNewBrowser, method, sso_sid = null, isAgain = false } = opening
  const { caller, browserName: browser } = visitor
  const token = randomToken()
  const staff_account_id = await openAccount(tx, email)
  await lockStaffAccount(tx, staff_account_id)
  const { roles, powers, scope } = permissionsOf(services.env, email, await findMember(tx, email))
  if (roles.length === 0) throw new HttpError(403, NOT_AN_ADMIN)
  const mustNotify = isNewBrowser && (await hasSignedInBefore(tx, staff_account_id))
  const times = await insertSession(tx, {
    token_hash: purposeHash('session', token),
    staff_account_id,
    sign_in_method: method,
    browser,
    sso_sid,
    isConfirmed: method === 'passkey',
    isProved: method === 'code' || isAgain,
  })
  if (mustNotify) await insertEmail(tx, newBrowserEmail(await letterheadOf(services.env, tx), email, browser), 'staff')
  await recordAudit(tx, {
    actor: { ...caller, staff_account_id, roles, powers, scope },
    action: 'sign-in.succeeded',
    subject_kind: 'account',
    subject_id: staff_account_id,
    facts: { account: accountHash(services, email), new_browser: isNewBrowser, method },
  })
  return { token, email, ...times, roles, powers }
}
