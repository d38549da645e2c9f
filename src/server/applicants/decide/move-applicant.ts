import type { NewState } from '#contract/applicants/moves.ts'
import type { StatusId } from '#contract/statuses/status-meanings.ts'
import { isStatusId, mayMove, whyLocked } from '#contract/statuses/statuses.ts'
import type { Desk, Wording } from '#server/applicants/emails/queue-candidate-email.ts'
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

type Moved = NewState & { email_id: number | null }

/**
 * Moves an applicant to another status. Throws 404 for an unknown applicant, 422 for an unknown status, 409 when they aren't in `expected_status_id`,
 * when their status is locked, or when the new status can't be set manually. Moving someone to their current status changes nothing.
 */
export async function moveApplicant({ db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>, caller: StaffCaller, move: Move): Promise<Moved> {
  knownStatus(move)
  return db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, move.user_session_id, caller.scope)
    if (!applicant) throw notFound(move.user_session_id)
    return moveLocked({ tx, env, keys, actor: caller }, applicant, move)
  })
}

/** The same for someone the transaction has locked; `deciding` is `decide`, or does the same for one of many. */
export async function moveLocked(desk: Desk, applicant: LockedApplicant, move: Move, deciding = decide): Promise<Moved> {
  const { email, reason, red_flag_ids, feedback_ids } = move
  const to = knownStatus(move)
  await rejectStale(desk.tx, applicant, move.expected_status_id)
  if (!mayMove(applicant, to)) throw new HttpError(409, whyLocked(applicant) ?? "You can't set this status manually.")
  if (applicant.ref_application_status_id === to) return { ...stateOf(applicant), undo_token: null, undo_until: null, email_id: null, openings_left: null }

  const { status_change_id, ...state } = await deciding(desk, applicant, { to, email, reason, red_flag_ids, feedback_ids })
  return { ...state, undo_token: sign(desk.keys, 'undo', String(status_change_id)) }
}

function knownStatus({ ref_application_status_id: to }: Pick<Move, 'ref_application_status_id'>): StatusId {
  const message = 'That status was not found.'
  if (!isStatusId(to)) throw new HttpError(422, message, { errors: [{ path: 'ref_application_status_id', message }] })
  return to
}

export function stateOf({ user_session_id, ref_application_status_id, application_status, has_emailed_application_status }: LockedApplicant) {
  return { user_session_id, ref_application_status_id, application_status, has_emailed_application_status }
}
