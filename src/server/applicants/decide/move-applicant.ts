import type { StatusChangeResult } from '#contract/applicants/moves.ts'
import type { StatusId } from '#contract/statuses/status-meanings.ts'
import { isStatusId, canMove, lockedReason } from '#contract/statuses/statuses.ts'
import type { Wording } from '#server/applicants/emails/queue-candidate-email.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { sign } from '#server/http/keys.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { decide, type Decision, type Grounds, type InterviewPlanner } from './decide.ts'
import { notFound, rejectStale } from './applicant-errors.ts'
import { lockApplicant, type LockedApplicant } from './move-store.ts'

export type Move = Grounds & {
  user_session_id: number
  ref_application_status_id: number
  expected_status_id?: number | undefined
  email?: Wording | undefined
  planning?: InterviewPlanner | undefined
}

export type MoveResult = StatusChangeResult & { email_id: number | null }

/**
 * Moves an applicant to another status. Throws 404 for an unknown applicant, 422 for an unknown status, 409 when they aren't in `expected_status_id`,
 * when their status is locked, or when the new status can't be set manually. Moving someone to their current status changes nothing.
 */
export async function moveApplicant({ db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>, caller: StaffCaller, move: Move): Promise<MoveResult> {
  knownStatus(move)
  return db.transaction(async (tx) => {
    await move.planning?.begin(tx)
    const applicant = await lockApplicant(tx, move.user_session_id, caller.scope)
    if (!applicant) throw notFound(move.user_session_id)
    const decision = await checkMove(tx, applicant, move)
    return decision ? movedTo(await decide({ tx, env, keys, actor: caller }, applicant, decision), keys) : unmoved(applicant)
  })
}

/** Returns the decision that moves a locked applicant; null if they're already there. Throws as `moveApplicant` does. */
export async function checkMove(tx: Db, applicant: LockedApplicant, move: Move): Promise<Decision | null> {
  const { email, planning, reason, red_flag_ids, feedback_ids } = move
  const to = knownStatus(move)
  await rejectStale(tx, applicant, move.expected_status_id)
  if (!canMove(applicant, to)) throw new HttpError(409, lockedReason(applicant) ?? "You can't set this status manually.")
  return applicant.ref_application_status_id === to ? null : { to, email, planning, reason, red_flag_ids, feedback_ids }
}

export function movedTo({ status_change_id, ...state }: Awaited<ReturnType<typeof decide>>, keys: Services['keys']): MoveResult {
  return { ...state, undo_token: sign(keys, 'undo', String(status_change_id)) }
}

export function unmoved(applicant: LockedApplicant): MoveResult {
  return { ...stateOf(applicant), undo_token: null, undo_until: null, email_id: null, openings_left: null }
}

function knownStatus({ ref_application_status_id: to }: Pick<Move, 'ref_application_status_id'>): StatusId {
  const message = 'That status was not found.'
  if (!isStatusId(to)) throw new HttpError(422, message, { errors: [{ path: 'ref_application_status_id', message }] })
  return to
}

export function stateOf({ user_session_id, ref_application_status_id, application_status, has_emailed_application_status }: LockedApplicant) {
  return { user_session_id, ref_application_status_id, application_status, has_emailed_application_status }
}
