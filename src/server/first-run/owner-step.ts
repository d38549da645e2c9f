import type { FirstRunResult } from '#contract/first-run/first-run.ts'
import type { FormValues } from '#contract/applications/form-values.ts'
import { canonicalAddress } from '#server/auth/address.ts'
import { emailCode } from '#server/auth/send-code.ts'
import { enterCode } from '#server/auth/verify-code.ts'
import type { Caller } from '#server/http/caller.ts'
import { fieldError } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { canSend } from '#server/mail/open-transport.ts'
import { makeSignInCode } from '#server/operate/commands/sign-in-code.ts'
import type { Services } from '#server/services.ts'
import { lockStoredSettings } from '#server/settings/stored-store.ts'
import { applyStoredSettings, isSetByVariable, writeSettings } from '#server/settings/stored.ts'
import { OWNER_TAKEN, setFirstOwner } from '#server/staff/save-person.ts'
import { lockTeams } from '#server/staff/team-store.ts'
import { listOwnerRows, type OpenPage, type OwnerRow } from './first-run-store.ts'

/** Returns whether the first owner can still be set or corrected: only in the browser that used the link, and only until an owner has signed in. */
export function isOwnerOpen({ ADMIN_EMAILS }: Services['env'], page: OpenPage, owners: OwnerRow[]): boolean {
  return page.staff_account_id === null && ADMIN_EMAILS.length === 0 && owners.every(({ has_signed_in }) => !has_signed_in)
}

type Outcome = Pick<FirstRunResult, 'done' | 'awaits' | 'code'>

/**
 * Emails a code to the address, which becomes the owner once the code is entered. While email can't be sent, the address becomes the owner right
 * away, and the result includes the sign-in code. Throws 409 if an owner has signed in, 422 for an invalid address.
 */
export async function setOwner(services: Services, { page, caller }: { page: OpenPage; caller: Caller }, typed: FormValues): Promise<Outcome> {
  await rejectTaken(services, page)
  const email = addressIn(typed)
  if (isProvedByEmail(services)) {
    await emailCode(services, caller, { email, browser: null })
    return { done: `We've emailed a code to ${email}. Enter it here.`, awaits: email }
  }
  await makeOnlyOwner(services, email, caller)
  const { code, minutes } = await makeSignInCode(services, email)
  return { done: `${email} is an owner now. The code works once, within ${minutes} minutes; this form makes another one.`, code }
}

/** Makes the address the owner if the code matches the one emailed to it. Throws 403 for a wrong code. */
export async function confirmOwner(services: Services, { page, caller }: { page: OpenPage; caller: Caller }, typed: FormValues): Promise<Outcome> {
  await rejectTaken(services, page)
  const email = addressIn(typed)
  const code = typed['code'] ?? ''
  if (!/\d/.test(code)) throw fieldError(422, 'code', 'Enter the code from the email.')
  await enterCode(services, { email, browser: null, code, caller, wrong: 403 }, async () => null)
  await makeOnlyOwner(services, email, caller)
  return { done: `${email} is an owner now and can sign in.` }
}

/** If single sign-on is the only way to sign in, emailed codes are off. */
const isProvedByEmail = ({ env }: Services) => canSend(env) && env.SIGN_IN !== 'oidc'

async function rejectTaken({ db, env }: Services, page: OpenPage): Promise<void> {
  if (!isOwnerOpen(env, page, await listOwnerRows(db))) throw new HttpError(409, OWNER_TAKEN)
}

function addressIn(typed: FormValues): string {
  const email = canonicalAddress(typed['email'] ?? '')
  if (!email) throw fieldError(422, 'email', 'Please enter a valid email address')
  return email
}

/** The owner and the contact for possible matches are set together; neither exists without the other. */
async function makeOnlyOwner(services: Services, email: string, caller: Caller): Promise<void> {
  const { db, env } = services
  await db.transaction(async (tx) => {
    // Taken before any row and the audit trail, because other changes lock those after these.
    await lockTeams(tx)
    await lockStoredSettings(tx)
    const servicesInTx = { ...services, db: tx }
    await setFirstOwner(servicesInTx, email)
    if (!isSetByVariable(env, 'EXCLUSION_CONTACT')) await writeSettings(servicesInTx, caller, { EXCLUSION_CONTACT: email })
  })
  await applyStoredSettings(services)
}
