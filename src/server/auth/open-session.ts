import type { SignedIn, SignInMethod } from '#contract/auth/auth.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import { purposeHash, randomToken } from '#server/http/keys.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { permissionsOf } from './address.ts'
import { newBrowserEmail } from './emails.ts'
import { accountHash, type Visitor } from './known-browser.ts'
import { findMember, hasSignedInBefore, insertSession, openAccount } from './store.ts'

export type Opening = { email: string; visitor: Visitor; isNewBrowser: boolean; method: SignInMethod; sso_sid?: string | null; isAgain?: boolean }

/** Opens a session for an address whose owner has proved their identity, and notifies them of a new browser. */
export async function openSession(tx: Db, services: Services, opening: Opening): Promise<SignedIn & { token: string }> {
  const { email, visitor, isNewBrowser, method, sso_sid = null, isAgain = false } = opening
  const { caller, browserName: browser } = visitor
  const token = randomToken()
  const staff_account_id = await openAccount(tx, email)
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
  const { roles, powers, scope } = permissionsOf(services.env, email, await findMember(tx, email))
  await recordAudit(tx, {
    actor: { ...caller, staff_account_id, roles, powers, scope },
    action: 'sign-in.succeeded',
    subject_kind: 'account',
    subject_id: staff_account_id,
    facts: { account: accountHash(services, email), new_browser: isNewBrowser, method },
  })
  return { token, email, ...times, roles, powers }
}
