import type { UndoRequest } from '#contract/candidate/candidate.ts'
import { formatLongDay } from '#contract/time-zone.ts'
import { lockApplicant } from '#server/applicants/decide/move-store.ts'
import { findEarlierResume } from '#server/applications/resume-store.ts'
import { makeCurrent } from '#server/applications/store-resume.ts'
import { withdrawFrom } from '#server/applications/withdraw-emails.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { setContact } from './change-contact.ts'
import { accommodationEndedEmail } from './emails.ts'
import { lockOwn, readOwn } from './own-applications.ts'
import { recordOwn } from './requests.ts'
import { deleteAccommodationRequest, deleteAddressChange, setNoDrafts } from './store.ts'
import type { Own } from './withdraw.ts'

type Deps = Pick<Services, 'db' | 'env'>
type UndoContext = { env: Deps['env']; own: Own; session: Awaited<ReturnType<typeof lockOwn>>; seen: Awaited<ReturnType<typeof readOwn>> }

const TOO_LATE = 'This can no longer be undone.'

/** Each returns what to tell the candidate. */
const UNDO_ACTIONS: Record<UndoRequest, (tx: Db, found: UndoContext) => Promise<string>> = {
  'undo-contact': (tx, { session, seen }) => setContact(tx, session, seen.earlier_contact!),
  'keep-address': async (tx, { own, session, seen }) => {
    await withdrawFrom(tx, { user_session_id: own.user_session_id, addresses: await deleteAddressChange(tx, own.user_session_id) })
    await recordOwn(tx, own, 'applicant.address-kept')
    return `We'll keep using ${session.email}. The link we emailed to ${seen.pending_email} no longer works.`
  },
  'undo-resume': async (tx, { env, own, session, seen }) => {
    const resume_id = await findEarlierResume(tx, own.user_session_id)
    if (resume_id === null) throw new HttpError(409, TOO_LATE)
    await makeCurrent(tx, async () => session, resume_id)
    return `We're using your resume from ${formatLongDay(env.TIME_ZONE, seen.earlier_resume_at!)} again.`
  },
  'undo-accommodation': async (tx, { env, own }) => {
    const applicant = await lockApplicant(tx, own.user_session_id, 'everyone')
    if (!applicant || !(await deleteAccommodationRequest(tx, own.user_session_id))) throw new HttpError(409, TOO_LATE)
    const { hiring_lead_email: to_address, hiring_lead_name: to_name, function_role_name } = applicant
    const name = [applicant.first_name, applicant.last_name].filter(Boolean).join(' ') || applicant.email!
    const written = accommodationEndedEmail(await letterheadOf(env, tx), { to_address, to_name, name, function_role_name })
    await insertEmail(tx, { ...written, user_session_id: own.user_session_id }, { by: 'candidate', scale: env.LIMITS_SCALE })
    await recordOwn(tx, own, 'applicant.accommodation-taken-back')
    return `Your last accommodation request has been withdrawn, and we've told ${to_name}.`
  },
  'undo-no-drafts': async (tx, { own }) => {
    await setNoDrafts(tx, own.user_session_id, false)
    await recordOwn(tx, own, 'applicant.drafts-allowed')
    return 'AI drafts are allowed again. A person decides either way.'
  },
}

/** Undoes the last correction, a request or an opt-out. Throws 404 for someone else's application, 409 when it can no longer be undone. */
export async function takeBack({ db, env }: Deps, own: Own, action: UndoRequest): Promise<string> {
  return db.transaction(async (tx) => {
    const session = await lockOwn(tx, own)
    const seen = await readOwn(tx, own.email_key, own.user_session_id)
    if (!seen.actions.includes(action)) throw new HttpError(409, TOO_LATE)
    return UNDO_ACTIONS[action](tx, { env, own, session, seen })
  })
}
