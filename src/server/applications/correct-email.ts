import { emailKey } from '#contract/applications/person-keys.ts'
import { isEmailAddress } from '#contract/applications/answer-checks.ts'
import { isSubmitted, meaningOf } from '#contract/statuses/statuses.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { HttpError } from '#server/http/http-error.ts'
import { mailboxHashes } from '#server/mail/unsubscribe.ts'
import { isUnsubscribed } from '#server/mail/unsubscribed-store.ts'
import type { Services } from '#server/services.ts'
import { recordContactVersion } from '#server/versions/record-contact-version.ts'
import { endAccess } from './access-store.ts'
import { changeConfirmationAddress } from './confirmation/confirm-application.ts'
import { applicationHashes } from './cookie.ts'
import { refuseUpdates, setEmail } from './earlier-store.ts'
import { findOwnSession, lockOwnSession } from './store.ts'
import { withdrawFrom } from './withdraw-emails.ts'

const NOT_YOURS = "This application was started in another browser, or it's no longer available."

type Correction = { cookies: string[]; user_session_id: number; email: string }

/**
 * Replaces the address of an undecided application and sends the confirmation there. Throws 403 without the application's cookie, 409 before
 * submission or after a decision, 422 for an invalid address, 429 after five corrections a day.
 */
export async function correctEmail(
  { db, env, keys, limits }: Pick<Services, 'db' | 'env' | 'keys' | 'limits'>,
  { cookies, user_session_id, email: typed }: Correction,
): Promise<void> {
  const email = typed.trim()
  if (!isEmailAddress(email)) throw new HttpError(422, 'Please enter a valid email address')
  const hashes = applicationHashes(cookies)
  // Only the application's own browser counts, so no one else can use up its corrections.
  if (!(await findOwnSession(db, user_session_id, hashes))) throw new HttpError(403, NOT_YOURS)
  await limits.take('correct-email', String(user_session_id))
  await db.transaction(async (tx) => {
    const session = await lockOwnSession(tx, user_session_id, hashes)
    if (!session) throw new HttpError(403, NOT_YOURS)
    if (!isSubmitted(session.ref_application_status_id)) throw new HttpError(409, 'Submit your answers first.')
    if (!meaningOf(session.ref_application_status_id).isUndecided)
      throw new HttpError(409, 'A decision has been made on this application, so its email address can no longer be changed.')
    if (session.email === email) return

    await recordContactVersion(tx, session, { email })
    await setEmail(tx, user_session_id, { email, email_key: emailKey(email) })
    // The new address isn't proved yet, so this applies to the application, not to the mailbox.
    if (session.email && (await isUnsubscribed(tx, { kind: 'role-updates', emails: mailboxHashes(keys, session.email) })))
      await refuseUpdates(tx, user_session_id)
    // The mistyped address may be someone else's, and was sent a link to this application.
    const unconfirmed = await endAccess(tx, user_session_id)
    await recordAudit(tx, {
      actor: 'candidate',
      action: 'applicant.email-corrected',
      subject_kind: 'applicant',
      subject_id: user_session_id,
      personal: { before: session.email, after: email },
    })
    await changeConfirmationAddress(tx, { env, keys }, user_session_id)
    const addresses = [session.email, ...unconfirmed].filter((address) => address !== email)
    await withdrawFrom(tx, { user_session_id, addresses })
  })
}
