import type { AuditAction } from '#server/audit/sentences.ts'
import { findOwnLicenses } from '#server/applicants/licenses/license-store.ts'
import { recordAudit, recordRead } from '#server/audit/record-audit.ts'
import { lockApplicant } from '#server/applicants/decide/move-store.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import type { Caller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { mailboxHash } from '#server/mail/recipient-store.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { accommodationEmail } from './emails.ts'
import { lockOwn, readOwn, withDetails } from './own-applications.ts'
import { insertAccommodationRequest, insertErasureRequest, listAccommodationRequests, listResumes, setNoDrafts } from './store.ts'
import type { Own } from './withdraw.ts'

type Deps = Pick<Services, 'db' | 'env'>
const MAX_ACCOMMODATION_REQUESTS = 5
/** How many characters of a request are repeated after it's sent. */
const MAX_REPEATED = 200

/** Opts out of AI drafts; throws 404 for someone else's application. */
export async function optOutOfDrafts({ db }: Deps, own: Own): Promise<void> {
  await db.transaction(async (tx) => {
    const { rationale_opt_out_flag } = await lockOwn(tx, own)
    if (rationale_opt_out_flag) return
    await setNoDrafts(tx, own.user_session_id, true)
    await recordOwn(tx, own, 'applicant.drafts-refused')
  })
}

/**
 * Emails the hiring lead and stores the request separately from the application; throws 409 once it has ended. Returns what to tell the candidate.
 */
export async function requestAccommodation({ db, env }: Deps, own: Own, message: string): Promise<string> {
  return db.transaction(async (tx) => {
    await lockOwn(tx, own)
    const { actions } = await readOwn(tx, own.email_key, own.user_session_id)
    const applicant = await lockApplicant(tx, own.user_session_id, 'everyone')
    if (!applicant || !actions.includes('accommodation')) throw new HttpError(409, 'This application is already closed.')
    if ((await listAccommodationRequests(tx, own.user_session_id)).length >= MAX_ACCOMMODATION_REQUESTS)
      throw new HttpError(409, `You've sent us ${MAX_ACCOMMODATION_REQUESTS} requests. To ask for something else, email ${applicant.hiring_lead_email}.`)
    await insertAccommodationRequest(tx, { user_session_id: own.user_session_id, message })
    const { hiring_lead_email: to_address, hiring_lead_name: to_name, function_role_name } = applicant
    const name = [applicant.first_name, applicant.last_name].filter(Boolean).join(' ') || applicant.email!
    const written = accommodationEmail(await letterheadOf(env, tx), { to_address, to_name, name, function_role_name, message })
    await insertEmail(tx, { ...written, user_session_id: own.user_session_id }, { by: 'candidate', scale: env.LIMITS_SCALE })
    await recordOwn(tx, own, 'applicant.accommodation-requested')
    const repeated = message.length > MAX_REPEATED ? `${message.slice(0, MAX_REPEATED).trimEnd()}…` : message
    return `We've passed your request on to ${to_name}, and someone will get in touch with you. Until then, you can withdraw it. You wrote: “${repeated}”`
  })
}

/** Records an erasure request; returns when it's carried out automatically, and the date until which the application is only restricted. */
export async function requestErasure({ db, env }: Deps, own: Own): Promise<{ due_at: string; keep_until: string }> {
  return db.transaction(async (tx) => {
    await lockOwn(tx, own)
    const { due_at, isFirst } = await insertErasureRequest(tx, own.user_session_id)
    if (isFirst) await recordOwn(tx, own, 'applicant.erasure-requested')
    const { keep_until } = await withDetails({ db: tx, env }, await readOwn(tx, own.email_key, own.user_session_id))
    return { due_at, keep_until }
  })
}

/**
 * Exports what the candidate sent us and what we sent them; staff can provide our notes and ratings (`applicant export`). Throws 429 after 20 a day.
 */
export async function exportOwn({ db, env, limits }: Deps & Pick<Services, 'limits'>, caller: Caller, own: Own) {
  await limits.take('candidate-export', mailboxHash(own.email_key))
  return db.transaction(async (tx) => {
    await lockOwn(tx, own)
    await recordRead(tx, caller, entryOf(own, 'applicant.exported-by-candidate'))
    return {
      exported_at: new Date().toISOString(),
      application: await withDetails({ db: tx, env }, await readOwn(tx, own.email_key, own.user_session_id)),
      resumes: await listResumes(tx, own.user_session_id),
      licenses: await findOwnLicenses(tx, own.user_session_id),
      accommodation_requests: await listAccommodationRequests(tx, own.user_session_id),
    }
  })
}

export function recordOwn(tx: Db, own: Own, action: AuditAction): Promise<void> {
  return recordAudit(tx, entryOf(own, action))
}

function entryOf({ user_session_id }: Own, action: AuditAction) {
  return { actor: 'candidate' as const, action, subject_kind: 'applicant', subject_id: user_session_id }
}
