import { WITHDRAWN } from '#contract/statuses/statuses.ts'
import { decide } from '#server/applicants/decide/decide.ts'
import { fillOpening } from '#server/applicants/decide/fill-opening.ts'
import { findStandingChange, findStatusChange, lockApplicant, setStanding, setUndone, wasEmailedBefore } from '#server/applicants/decide/move-store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { HttpError } from '#server/http/http-error.ts'
import { withdrawEmails } from '#server/mail/store.ts'
import { queueForSearch } from '#server/people/search-queue.ts'
import type { Services } from '#server/services.ts'
import { undoSeal } from '#server/versions/undo-seal.ts'
import { findActiveTemplate } from '#server/templates/store.ts'
import { lockOwn, readOwn } from './own-applications.ts'

/** One day to reconsider. The confirmation is sent immediately, so its link can undo the withdrawal. */
const UNDO_SECONDS = 24 * 60 * 60
const CONFIRMED_BY = { purpose: 'withdrawal' } as const

type Needed = Pick<Services, 'db' | 'env' | 'keys'>
export type Own = { email_key: string; user_session_id: number }

/**
 * Withdraws an application that's still open as far as the candidate knows, along with any unsent email. Returns the end of the undo period; until
 * then its interviews stay booked, except those that start sooner. Throws 404 for someone else's application, 409 once it has ended.
 */
export async function withdrawApplication({ db, env, keys }: Needed, own: Own, reason: string): Promise<string> {
  return db.transaction(async (tx) => {
    await lockOwn(tx, own)
    const { actions } = await readOwn(tx, own.email_key, own.user_session_id)
    const applicant = await lockApplicant(tx, own.user_session_id, 'everyone')
    if (!applicant || !actions.includes('withdraw')) throw new HttpError(409, 'This application has already ended.')
    // Neither a missing address nor a disabled template prevents a withdrawal.
    const hasConfirmation = applicant.email && (await findActiveTemplate(tx, CONFIRMED_BY))
    const { undo_until } = await decide({ tx, env, keys, actor: 'candidate' }, applicant, {
      to: WITHDRAWN,
      email: hasConfirmation ? CONFIRMED_BY : undefined,
      reason,
      undoSeconds: UNDO_SECONDS,
      action: 'applicant.withdrawn',
    })
    return undo_until!
  })
}

/** Undoes the withdrawal; throws 409 after the undo period, if it was already undone, or if staff have moved the application since. */
export async function undoWithdrawal({ db }: Pick<Services, 'db'>, own: Own): Promise<void> {
  await db.transaction(async (tx) => {
    const { email_key, user_session_id } = own
    await lockOwn(tx, own)
    const { actions } = await readOwn(tx, email_key, user_session_id)
    const standing = await findStandingChange(tx, user_session_id)
    const change = standing && (await findStatusChange(tx, standing.status_change_id))
    if (actions.includes('withdraw')) throw new HttpError(409, 'Your application is already active.')
    if (!change?.isInTime || !actions.includes('undo-withdraw')) throw new HttpError(409, 'This can no longer be undone.')
    await fillOpening(tx, { user_session_id, to: change.from_status_id })
    await setUndone(tx, change.status_change_id, null)
    await queueForSearch(tx, user_session_id)
    await withdrawEmails(tx, change.status_change_id)
    const has_emailed_application_status = await wasEmailedBefore(tx, change)
    await setStanding(tx, { user_session_id, ref_application_status_id: change.from_status_id, has_emailed_application_status })
    await recordAudit(tx, {
      actor: 'candidate',
      action: 'applicant.withdrawal-undone',
      subject_kind: 'applicant',
      subject_id: user_session_id,
      facts: { status_change_id: change.status_change_id, to: change.from_status_id },
    })
    await undoSeal(tx, 'candidate', { user_session_id, status_change_id: change.status_change_id })
  })
}
