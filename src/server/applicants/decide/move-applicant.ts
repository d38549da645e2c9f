import type { NewState } from '#contract/applicants/moves.ts'
import { isStatusId, mayMove, whyLocked } from '#contract/statuses/statuses.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { sign } from '#server/http/keys.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { findLastMover, insertStatusChange, lockApplicant, setStanding, type LockedApplicant } from './move-store.ts'

/** A decision can be undone while its email waits, and never for less than this. */
const MIN_UNDO_SECONDS = 30

export type Move = { user_session_id: number; ref_application_status_id: number; expected_status_id?: number | undefined }

/**
 * Moves an applicant to another status. 404 when unknown, 422 for no such status, 409 when they aren't in `expected_status_id`, when their
 * status is locked, or when the new status is never set by hand. Moving someone to the status they're in changes nothing.
 */
export async function moveApplicant({ db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>, caller: StaffCaller, move: Move): Promise<NewState> {
  const to = move.ref_application_status_id
  if (!isStatusId(to))
    throw new HttpError(422, 'That status was not found.', { errors: [{ path: 'ref_application_status_id', message: 'That status was not found.' }] })
  return db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, move.user_session_id, caller.scope)
    if (!applicant) throw notFound(move.user_session_id)
    const from = applicant.ref_application_status_id
    await rejectStale(tx, applicant, move.expected_status_id)
    if (!mayMove(applicant, to)) throw new HttpError(409, whyLocked(applicant) ?? 'This status is not set by hand.')
    if (from === to) return { ...stateOf(applicant), undo_token: null, undo_until: null }

    const { user_session_id, has_emailed_application_status: from_emailed } = applicant
    const change = { user_session_id, from_status_id: from, from_emailed, to_status_id: to, changed_by: caller.staff_account_id }
    const { status_change_id, undo_until } = await insertStatusChange(tx, change, Math.max(MIN_UNDO_SECONDS, env.MAIL_DELAY_SECONDS))
    const state = await setStanding(tx, { user_session_id, ref_application_status_id: to, has_emailed_application_status: false })
    await recordAudit(tx, {
      actor: caller,
      action: 'applicant.status-changed',
      subject_kind: 'applicant',
      subject_id: user_session_id,
      facts: { from, to, status_change_id },
    })
    return { ...state, undo_token: sign(keys, 'undo', String(status_change_id)), undo_until }
  })
}

/** For a decision made on an outdated page: 409 with who decided first. */
export async function rejectStale(tx: Db, applicant: LockedApplicant, expected_status_id: number | undefined): Promise<void> {
  if (expected_status_id === undefined || expected_status_id === applicant.ref_application_status_id) return
  const last = await findLastMover(tx, applicant.user_session_id)
  const is = `This applicant is now in '${applicant.application_status}'`
  if (!last) throw new HttpError(409, `${is}.`)
  const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(last.at))
  throw new HttpError(409, `${is}: ${last.email} ${last.isUndo ? 'took a change back' : 'moved them'} on ${when} UTC.`)
}

export function notFound(user_session_id: number): HttpError {
  return new HttpError(404, `Applicant with user_session_id=${user_session_id} was not found`)
}

export function stateOf({ user_session_id, ref_application_status_id, application_status, has_emailed_application_status }: LockedApplicant) {
  return { user_session_id, ref_application_status_id, application_status, has_emailed_application_status }
}
