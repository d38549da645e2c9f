import type { AuditAction } from '#server/audit/sentences.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { lockApplicant } from '#server/applicants/decide/move-store.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { accommodationEmail } from './emails.ts'
import { notYours, readOwn } from './own-applications.ts'
import { insertAccommodationRequest, insertErasureRequest, listAccommodationRequests, listResumes, lockOwnApplication, setNoDrafts } from './store.ts'
import type { Own } from './withdraw.ts'

type Needed = Pick<Services, 'db' | 'env'>
const MAX_ACCOMMODATION_REQUESTS = 5

/** Opts out of drafts written by software; 404 for someone else's application. */
export async function refuseDrafts({ db }: Needed, own: Own): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOwn(tx, own)
    await setNoDrafts(tx, own.user_session_id)
    await recordOwn(tx, own, 'applicant.drafts-refused')
  })
}

/** Emails the hiring lead and keeps the request apart from the application; 409 once it has ended. */
export async function requestAccommodation({ db, env }: Needed, own: Own, message: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOwn(tx, own)
    const { actions } = await readOwn(tx, own.email_key, own.user_session_id)
    const applicant = await lockApplicant(tx, own.user_session_id, 'everyone')
    if (!applicant || !actions.includes('accommodation')) throw new HttpError(409, 'This application has already ended.')
    if ((await listAccommodationRequests(tx, own.user_session_id)).length >= MAX_ACCOMMODATION_REQUESTS)
      throw new HttpError(409, `You've sent us ${MAX_ACCOMMODATION_REQUESTS} requests. Please write to ${applicant.hiring_lead_email}.`)
    await insertAccommodationRequest(tx, { user_session_id: own.user_session_id, message })
    const { hiring_lead_email: to_address, hiring_lead_name: to_name, function_role_name } = applicant
    const name = [applicant.first_name, applicant.last_name].filter(Boolean).join(' ') || applicant.email!
    await insertEmail(tx, {
      ...accommodationEmail(await letterheadOf(env, tx), { to_address, to_name, name, function_role_name, message }),
      user_session_id: own.user_session_id,
    })
    await recordOwn(tx, own, 'applicant.accommodation-requested')
  })
}

/** Notes that a candidate wants to be erased; returns when it happens on its own. */
export async function requestErasure({ db }: Needed, own: Own): Promise<string> {
  return db.transaction(async (tx) => {
    await lockOwn(tx, own)
    const due_at = await insertErasureRequest(tx, own.user_session_id)
    await recordOwn(tx, own, 'applicant.erasure-requested')
    return due_at
  })
}

/** What the candidate sent us and we sent them; staff can hand out our notes and ratings (`applicant export`). */
export async function exportOwn({ db }: Needed, own: Own) {
  const application = await readOwn(db, own.email_key, own.user_session_id)
  await db.transaction((tx) => recordOwn(tx, own, 'applicant.exported-by-candidate'))
  return {
    exported_at: new Date().toISOString(),
    application,
    resumes: await listResumes(db, own.user_session_id),
    accommodation_requests: await listAccommodationRequests(db, own.user_session_id),
  }
}

async function lockOwn(tx: Db, { email_key, user_session_id }: Own): Promise<void> {
  if (!(await lockOwnApplication(tx, email_key, user_session_id))) throw notYours()
}

function recordOwn(tx: Db, { user_session_id }: Own, action: AuditAction): Promise<void> {
  return recordAudit(tx, { actor: 'candidate', action, subject_kind: 'applicant', subject_id: user_session_id })
}
