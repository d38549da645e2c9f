import type { NewState } from '#contract/applicants/moves.ts'
import { isStatusId, mayMove, whyLocked } from '#contract/statuses/statuses.ts'
import type { Wording } from '#server/applicants/emails/queue-candidate-email.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { sign } from '#server/http/keys.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { decide, type Grounds } from './decide.ts'
import { notFound, rejectStale } from './applicant-errors.ts'
import { lockApplicant, type LockedApplicant } from './move-store.ts'

export type Move = Grounds & {
  user_session_id: number
  ref_application_status_id: number
  expected_status_id?: number | undefined
  email?: Wording | undefined
}

/**
 * Moves an applicant to another status. Throws 404 for an unknown applicant, 422 for an unknown status, 409 when they aren't in `expected_status_id`,
 * when their status is locked, or when the new status can't be set manually. Moving someone to their current status changes nothing.
 */
export async function moveApplicant(
  { db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>,
  caller: StaffCaller,
  move: Move,
): Promise<NewState & { email_id: number | null }> {
  const to = move.ref_application_status_id
  if (!isStatusId(to))
    throw new HttpError(422, 'That status was not found.', { errors: [{ path: 'ref_application_status_id', message: 'That status was not found.' }] })
  return db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, move.user_session_id, caller.scope)
    if (!applicant) throw notFound(move.user_session_id)
    const from = applicant.ref_application_status_id
    await rejectStale(tx, applicant, move.expected_status_id)
    if (!mayMove(applicant, to)) throw new HttpError(409, whyLocked(applicant) ?? "You can't set this status manually.")
    if (from === to) return { ...stateOf(applicant), undo_token: null, undo_until: null, email_id: null, openings_left: null }

    const { email, reason, red_flag_ids, feedback_ids } = move
    const decided = await decide({ tx, env, keys, actor: caller }, applicant, { to, email, reason, red_flag_ids, feedback_ids })
    const { status_change_id, ...state } = decided
    return { ...state, undo_token: sign(keys, 'undo', String(status_change_id)) }
  })
}

export function stateOf({ user_session_id, ref_application_status_id, application_status, has_emailed_application_status }: LockedApplicant) {
  return { user_session_id, ref_application_status_id, application_status, has_emailed_application_status }
}
