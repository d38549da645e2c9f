import { WITHDRAWN } from '#contract/statuses/statuses.ts'
import { decide } from '#server/applicants/decide/decide.ts'
import { fillOpening } from '#server/applicants/decide/fill-opening.ts'
import { findCurrentChange, findStatusChange, lockApplicant, setCurrentStatus, setUndone, wasEmailedBefore } from '#server/applicants/decide/move-store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { HttpError } from '#server/http/http-error.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import { insertEmail, withdrawEmails } from '#server/mail/store.ts'
import { lockRole } from '#server/roles/editing-store.ts'
import { listRecipients } from '#server/staff/team.ts'
import { formatLongDay } from '#contract/time-zone.ts'
import { withdrawalUndoneEmail } from './emails.ts'
import { queueForSearch } from '#server/people/search-queue.ts'
import type { Services } from '#server/services.ts'
import { undoSeal } from '#server/versions/undo-seal.ts'
import { findActiveTemplate } from '#server/templates/store.ts'
import { lockOwn, readOwn } from './own-applications.ts'

/** One day to reconsider. The confirmation is sent immediately, so its link can undo the withdrawal. */
const UNDO_SECONDS = 24 * 60 * 60
const CONFIRMED_BY = { purpose: 'withdrawal' } as const
const ACTIVE_AGAIN = 'Your application is active again.'

type Deps = Pick<Services, 'db' | 'env' | 'keys'>
export type Own = { email_key: string; user_session_id: number }

/**
 * Withdraws an application that's still open as far as the candidate knows, along with any unsent email. Returns the end of the undo period; until
 * then its interviews stay booked, except those that start sooner. Throws 404 for someone else's application, 409 once it has ended.
 */
export async function withdrawApplication({ db, env, keys }: Deps, own: Own, reason: string): Promise<string> {
  return db.transaction(async (tx) => {
    await lockOwn(tx, own)
    const { actions } = await readOwn(tx, own.email_key, own.user_session_id)
    const applicant = await lockApplicant(tx, own.user_session_id, 'everyone')
    if (!applicant || !actions.includes('withdraw')) throw new HttpError(409, 'This application is already closed.')
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

/**
 * Undoes the withdrawal; throws 409 after the undo period, if it was already undone, or if staff have since moved the application. If the role has
 * closed since the withdrawal, no one chose what to tell this candidate, so the team is asked to reply. Returns what to tell the candidate.
 */
export async function undoWithdrawal({ db, env }: Pick<Services, 'db' | 'env'>, own: Own): Promise<string> {
  return db.transaction(async (tx) => {
    const { email_key, user_session_id } = own
    // Locks the role before the application, like closing a role does: either closing sees this candidate waiting, or this sees the closed role.
    await lockRole(tx, (await readOwn(tx, email_key, user_session_id)).ref_function_role_id)
    const session = await lockOwn(tx, own)
    const { actions, role_closed_at, ...seen } = await readOwn(tx, email_key, user_session_id)
    const current = await findCurrentChange(tx, user_session_id)
    const change = current && (await findStatusChange(tx, current.status_change_id))
    if (actions.includes('withdraw')) throw new HttpError(409, 'Your application is already active.')
    if (!change?.isInTime || !actions.includes('undo-withdraw')) throw new HttpError(409, 'This can no longer be undone.')
    await fillOpening(tx, { user_session_id, to: change.from_status_id })
    await setUndone(tx, change.status_change_id, null)
    await queueForSearch(tx, user_session_id)
    await withdrawEmails(tx, change.status_change_id)
    const has_emailed_application_status = await wasEmailedBefore(tx, change)
    await setCurrentStatus(tx, { user_session_id, ref_application_status_id: change.from_status_id, has_emailed_application_status })
    await recordAudit(tx, {
      actor: 'candidate',
      action: 'applicant.withdrawal-undone',
      subject_kind: 'applicant',
      subject_id: user_session_id,
      facts: { status_change_id: change.status_change_id, to: change.from_status_id },
    })
    await undoSeal(tx, 'candidate', { user_session_id, status_change_id: change.status_change_id })
    if (role_closed_at === null || Date.parse(role_closed_at) < Date.parse(change.changed_at)) return ACTIVE_AGAIN
    const closed_on = formatLongDay(env.TIME_ZONE, role_closed_at)
    await askForReply(tx, env, { ...seen, alias: session.alias, closed_on })
    return `${ACTIVE_AGAIN} This role closed on ${closed_on}, while your application was withdrawn, so we've asked ${seen.hiring_lead_name} to reply to you.`
  })
}

type ReopenedApplication = Omit<Parameters<typeof withdrawalUndoneEmail>[1], 'to_address' | 'to_name'> & {
  ref_function_role_id: number
  hiring_lead_email: string
  hiring_lead_name: string
}

async function askForReply(tx: Db, env: Services['env'], { ref_function_role_id, hiring_lead_email: lead, hiring_lead_name, ...about }: ReopenedApplication) {
  const letterhead = await letterheadOf(env, tx)
  await insertEmail(tx, withdrawalUndoneEmail(letterhead, { ...about, to_address: lead, to_name: hiring_lead_name }), 'system')
  for (const to_address of await listRecipients(tx, env, { ref_function_role_id, news: 'replies', lead }))
    await insertEmail(tx, withdrawalUndoneEmail(letterhead, { ...about, to_address, to_name: '' }), 'system')
}
