import { letterheadWith } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import type { Email } from '#server/mail/email.ts'
import type { Cause } from '#server/mail/recipient-store.ts'
import { insertEmail, withdrawEmail } from '#server/mail/store.ts'
import { lockWaiting, postponeWaiting, setWaiting } from '#server/mail/held-store.ts'
import type { Services } from '#server/services.ts'
import { createOwnPageLink } from '../own-page-link.ts'
import { confirmationEmail } from './confirmation-email.ts'
import { insertConfirmationLink } from './confirmation-store.ts'

/** Long enough for a browser to load the resume step, which then delays the confirmation. */
const SECONDS_TO_RESUME_STEP = 5
/** The longest delay, for people who leave the resume step open. */
const MAX_DELAY_SECONDS = 2 * 60

type Deps = Pick<Services, 'env' | 'keys'>

/** Queues the confirmation of a submission, unless this mailbox has reached today's limit for confirmations. */
export async function queueConfirmation(tx: Db, services: Deps, user_session_id: number): Promise<void> {
  const email = await writeConfirmation(tx, services, user_session_id)
  if (email) await insertEmail(tx, email, confirmationCause(services), SECONDS_TO_RESUME_STEP)
}

/** Delays the confirmation while the person is at the resume step, for at most two minutes, so it can list what was received. */
export function holdConfirmation(db: Db, user_session_id: number): Promise<void> {
  return postponeWaiting(db, { user_session_id, purpose: 'confirmation' }, MAX_DELAY_SECONDS)
}

/** Sends the confirmation after the resume step, with what was received. Does nothing if it was already sent. */
export async function releaseConfirmation(tx: Db, services: Deps, user_session_id: number): Promise<void> {
  const email_id = await lockWaiting(tx, { user_session_id, purpose: 'confirmation' })
  const email = email_id !== null && (await writeConfirmation(tx, services, user_session_id))
  if (email) await setWaiting(tx, email_id, { ...email, isDue: true }, 'system')
}

/**
 * Sends the confirmation to a corrected address, and cancels the one to the mistyped address if it's still pending. The database allows only one
 * confirmation, so if that one was already sent, the new address gets the same text as a separate email.
 */
export async function changeConfirmationAddress(tx: Db, services: Deps, user_session_id: number): Promise<void> {
  const email_id = await lockWaiting(tx, { user_session_id, purpose: 'confirmation' })
  const email = await writeConfirmation(tx, services, user_session_id)
  if (email_id === null) {
    // Only some purposes can contain a sealed link, which is unsealed when the email is sent.
    if (email) await insertEmail(tx, { ...email, purpose: 'own-page' }, confirmationCause(services))
    return
  }
  const isReaddressed = email !== null && (await setWaiting(tx, email_id, { ...email, isDue: false }, confirmationCause(services)))
  if (!isReaddressed) await withdrawEmail(tx, email_id)
}

async function writeConfirmation(tx: Db, { env, keys }: Deps, user_session_id: number): Promise<Email | null> {
  const { url, token_hash } = createOwnPageLink({ env, keys })
  const confirmed = await insertConfirmationLink(tx, { user_session_id, token_hash })
  return confirmed && confirmationEmail(letterheadWith(env, confirmed.look), { ...confirmed, link: url, time_zone: env.TIME_ZONE })
}

function confirmationCause({ env }: Deps): Cause {
  return { by: 'candidate', scale: env.LIMITS_SCALE, countsAs: 'confirmation' }
}
