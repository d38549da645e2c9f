import type { Output } from '#contract/endpoint.ts'
import type { sendCandidateEmail as sendCandidateEmailCall } from '#contract/candidate/candidate-emails.ts'
import { isUniqueViolation } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { notFound, rejectStale } from '#server/applicants/decide/applicant-errors.ts'
import { findStandingChange, lockApplicant } from '#server/applicants/decide/move-store.ts'
import { queueCandidateEmail, type Desk, type Wording } from './queue-candidate-email.ts'
import { undoTokenOf } from './undo-token.ts'

type Queued = Output<typeof sendCandidateEmailCall>
export type Note = Wording & { user_session_id: number; expected_status_id?: number | undefined }

/**
 * Queues an email for the applicant's current status; it belongs to the decision that set that status and is withdrawn with it. Throws 404 for an
 * unknown applicant, 409 when the applicant has been moved since or this email was already queued for this status; otherwise as `queueCandidateEmail`
 * does.
 */
export async function sendCandidateEmail({ db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>, caller: StaffCaller, note: Note): Promise<Queued> {
  try {
    return await db.transaction((tx) => queueFor({ tx, env, keys, actor: caller }, caller, note))
  } catch (fault) {
    if (isUniqueViolation(fault)) throw new HttpError(409, `'${note.template_name}' was already sent to this applicant in this status.`)
    throw fault
  }
}

async function queueFor(desk: Desk, caller: StaffCaller, { user_session_id, expected_status_id, ...wording }: Note): Promise<Queued> {
  const applicant = await lockApplicant(desk.tx, user_session_id, caller.scope)
  if (!applicant) throw notFound(user_session_id)
  await rejectStale(desk.tx, applicant, expected_status_id)
  const { ref_application_status_id } = applicant
  const decision = await findStandingChange(desk.tx, user_session_id)
  const status_change_id = decision?.to_status_id === ref_application_status_id ? decision.status_change_id : null
  const delaySeconds = desk.env.MAIL_DELAY_SECONDS
  const queued = await queueCandidateEmail(desk, applicant, { ...wording, ref_application_status_id, status_change_id, delaySeconds })
  const { email_id, send_after } = queued!
  return { message: 'The email is queued.', email_id, send_after, undo_token: undoTokenOf(desk.keys, email_id) }
}
