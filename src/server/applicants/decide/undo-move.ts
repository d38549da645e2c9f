import type { Output } from '#contract/endpoint.ts'
import type { undoStatus } from '#contract/applicants/moves.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { verify } from '#server/http/keys.ts'
import { HttpError } from '#server/http/http-error.ts'
import { withdrawEmails } from '#server/mail/store.ts'
import { queueForSearch } from '#server/people/search-queue.ts'
import type { Services } from '#server/services.ts'
import { undoSeal } from '#server/versions/undo-seal.ts'
import { findCurrentChange, findStatusChange, lockApplicant, setCurrentStatus, setUndone, wasEmailedBefore } from './move-store.ts'

/**
 * Undoes a status change, and withdraws its email if that hasn't been sent. Throws 404 for a token that isn't ours, 409 when it has expired, was
 * already undone, or the applicant has since been moved again.
 */
export async function undoMove({ db, keys }: Pick<Services, 'db' | 'keys'>, caller: StaffCaller, undo_token: string): Promise<Output<typeof undoStatus>> {
  const status_change_id = Number(verify(keys, 'undo', undo_token) ?? Number.NaN)
  if (!Number.isSafeInteger(status_change_id)) throw new HttpError(404, "There's nothing to undo here.")
  return db.transaction(async (tx) => {
    const seen = await findStatusChange(tx, status_change_id)
    const applicant = seen && (await lockApplicant(tx, seen.user_session_id, caller.scope))
    // Only the candidate can undo a withdrawal.
    if (!applicant || seen.changed_by === null) throw new HttpError(404, "There's nothing to undo here.")

    // Read again under the lock: if two people undo at once, only the first succeeds.
    const change = (await findStatusChange(tx, status_change_id))!
    if (change.undone_at) throw new HttpError(409, 'This change was already undone.')
    if (!change.isInTime) throw new HttpError(409, "It's too late to undo this change.")
    const current = await findCurrentChange(tx, change.user_session_id)
    if (current?.status_change_id !== status_change_id) throw new HttpError(409, 'This applicant has been moved again since then.')

    const { user_session_id } = change
    await setUndone(tx, status_change_id, caller.staff_account_id)
    // An undone reason is no longer searchable.
    await queueForSearch(tx, user_session_id)
    const email = await withdrawEmails(tx, status_change_id)
    const state = await setCurrentStatus(tx, {
      user_session_id,
      ref_application_status_id: change.from_status_id,
      has_emailed_application_status: await wasEmailedBefore(tx, change),
    })
    await recordAudit(tx, {
      actor: caller,
      action: 'applicant.status-undone',
      subject_kind: 'applicant',
      subject_id: user_session_id,
      facts: { status_change_id, from: change.to_status_id, to: change.from_status_id, email },
    })
    await undoSeal(tx, caller, { user_session_id, status_change_id })
    return { ...state, undo_token: null, undo_until: null, openings_left: null, email }
  })
}
