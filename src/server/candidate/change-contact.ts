import { answerError } from '#contract/questions/question-rules.ts'
import { endAccess, insertCookie } from '#server/applications/access-store.ts'
import { OWN_PAGE } from '#server/applications/own-page-link.ts'
import { listQuestionsOfSession } from '#server/applications/store.ts'
import { withdrawFrom } from '#server/applications/withdraw-emails.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import { randomToken, purposeHash } from '#server/http/keys.ts'
import { HttpError } from '#server/http/http-error.ts'
import { seal } from '#server/mail/sealed.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { recordContactVersion } from '#server/versions/record-contact-version.ts'
import { confirmAddressEmail } from './emails.ts'
import { lockOwn, readOwn } from './own-applications.ts'
import { carryUnsubscription, keepRefusal } from './updates/choose-updates.ts'
import { hasAddressChange, insertAddressChange, lockForChange, setPerson, takeAddressChange } from './store.ts'
import type { Own } from './withdraw.ts'

type Contact = { first_name?: string | undefined; last_name?: string | undefined; email?: string | undefined; linkedin_profile_url?: string | undefined }
type Deps = Pick<Services, 'db' | 'env' | 'keys'>

/**
 * Corrects name and profile immediately, and the address once the link emailed to the new one is opened. The audit trail keeps the previous values.
 * Returns what to tell the candidate. Throws 404 for someone else's application, 409 once it has ended, 422 for invalid values.
 */
export async function changeContact(services: Deps, own: Own, contact: Contact): Promise<string> {
  return services.db.transaction(async (tx) => {
    const session = await lockOwn(tx, own)
    const { actions } = await readOwn(tx, own.email_key, own.user_session_id)
    if (!actions.includes('contact')) throw new HttpError(409, 'This application is already closed.')
    await rejectInvalid(tx, own.user_session_id, contact)
    const { email, ...now } = contact
    const message = await setContact(tx, session, now)
    if (!email || email === session.email?.toLowerCase()) return message
    await emailConfirmationLink(tx, services, { user_session_id: own.user_session_id, email })
    return `${message} We've emailed a link to ${email}: open it to use this address. Until then, we'll keep using ${session.email}.`
  })
}

const NAMES = { first_name: 'First name', last_name: 'Last name', linkedin_profile_url: 'LinkedIn profile' } as const
type Session = Awaited<ReturnType<typeof lockOwn>>

/** Sets name and profile; returns a description of what changed. */
export async function setContact(tx: Db, session: Session, now: Partial<Record<keyof typeof NAMES, string | null | undefined>>): Promise<string> {
  const before = { first_name: session.first_name, last_name: session.last_name, linkedin_profile_url: session.linkedin_profile_url }
  const after = { ...before, ...Object.fromEntries(Object.entries(now).filter(([, value]) => value !== undefined)) }
  const fields = (Object.keys(before) as (keyof typeof before)[]).filter((field) => (before[field] ?? '') !== (after[field] ?? ''))
  if (fields.length === 0) return 'Your details are saved.'
  await recordContactVersion(tx, session, after)
  await setPerson(tx, session.user_session_id, { ...after, email: session.email })
  await recordChange(tx, session.user_session_id, { fields, before: Object.fromEntries(fields.map((field) => [field, before[field]])) })
  return ['Your details are saved.', ...fields.map((field) => `${NAMES[field]}: ${after[field] || 'none'} (was: ${before[field] || 'none'}).`)].join(' ')
}

/** Whether this link can still confirm an address; changes nothing. */
export function isConfirmable({ db }: Pick<Services, 'db'>, token: string): Promise<boolean> {
  return hasAddressChange(db, purposeHash('address', token))
}

/**
 * Switches to the new address, revokes what the old one could open, and lets `cookie_hash` open the candidate's page. Returns what to tell the
 * candidate; null when the link is unknown or expired.
 */
export async function confirmAddress({ db, keys }: Pick<Services, 'db' | 'keys'>, token: string, cookie_hash: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    // Locks the application first, as a correction does; the opposite order would deadlock with one.
    const session = await lockForChange(tx, purposeHash('address', token))
    const change = session && (await takeAddressChange(tx, purposeHash('address', token)))
    if (!session || !change) return null
    const { user_session_id, first_name, last_name, linkedin_profile_url } = session
    await recordContactVersion(tx, session, { email: change.email })
    await keepRefusal(tx, user_session_id, () => setPerson(tx, user_session_id, { first_name, last_name, linkedin_profile_url, email: change.email }))
    if (session.email) await carryUnsubscription(tx, keys, { from: session.email, to: change.email })
    await endAccess(tx, user_session_id)
    await withdrawFrom(tx, { user_session_id, addresses: [session.email] })
    await insertCookie(tx, cookie_hash, user_session_id)
    await recordChange(tx, user_session_id, { fields: ['email'], before: { email: session.email } })
    return `Your address is now ${change.email}. Your old address no longer opens this page. You can change your address again below.`
  })
}

async function emailConfirmationLink(tx: Db, { env, keys }: Deps, { user_session_id, email }: { user_session_id: number; email: string }): Promise<void> {
  const token = randomToken()
  const addresses = await insertAddressChange(tx, { token_hash: purposeHash('address', token), user_session_id, email })
  await withdrawFrom(tx, { user_session_id, addresses })
  const link = `${env.BASE_URL}${OWN_PAGE}/confirm/${seal(keys, token)}`
  const written = confirmAddressEmail(await letterheadOf(env, tx), { user_session_id, to_address: email, link })
  if (!(await insertEmail(tx, written, { by: 'candidate', scale: env.LIMITS_SCALE })))
    throw new HttpError(429, "We've already sent 3 emails to this address today. Try again tomorrow.", { retryAfterSeconds: 24 * 60 * 60 })
}

async function rejectInvalid(tx: Db, user_session_id: number, contact: Contact): Promise<void> {
  const questions = await listQuestionsOfSession(tx, user_session_id)
  const errors = Object.entries(contact).flatMap(([path, value]) => {
    const question = questions.find((one) => one.question_name === path)
    const message = question && value !== undefined ? answerError(question, value) : null
    return message ? [{ path, message }] : []
  })
  if (errors.length > 0) throw new HttpError(422, errors[0]!.message, { errors })
}

function recordChange(tx: Db, subject_id: number, { fields, before }: { fields: string[]; before: Record<string, unknown> }): Promise<void> {
  return recordAudit(tx, {
    actor: 'candidate',
    action: 'applicant.contact-changed',
    subject_kind: 'applicant',
    subject_id,
    facts: { fields },
    personal: { before },
  })
}
