import { WITHDRAWN } from '#contract/statuses/statuses.ts'
import {
  findStandingChange,
  findStatusChange,
  insertStatusChange,
  lockApplicant,
  setStanding,
  setUndone,
  type LockedApplicant,
} from '#server/applicants/decide/move-store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { HttpError } from '#server/http/http-error.ts'
import { takeUnrequested } from '#server/mail/recipient-store.ts'
import { insertEmail, withdrawEmails } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { composeEmail } from '#server/templates/compose-email.ts'
import { findActiveTemplate } from '#server/templates/store.ts'
import { readOwn } from './own-applications.ts'
import { lockOwnApplication } from './store.ts'

const UNDO_SECONDS = 30
const CONFIRMED_BY = 'Application Withdrawn'

type Needed = Pick<Services, 'db' | 'env'>
export type Own = { email_key: string; user_session_id: number }

/**
 * Withdraws an application that's still open as far as the candidate knows, and any unsent email with it. Returns until when that can be
 * undone. 404 for someone else's application, 409 once it has ended.
 */
export async function withdrawApplication({ db, env }: Needed, own: Own, reason: string): Promise<string> {
  return db.transaction(async (tx) => {
    await lockOwnApplication(tx, own.email_key, own.user_session_id)
    const { actions } = await readOwn(tx, own.email_key, own.user_session_id)
    const applicant = await lockApplicant(tx, own.user_session_id, 'everyone')
    if (!applicant || !actions.includes('withdraw')) throw new HttpError(409, 'This application has already ended.')
    const { user_session_id, ref_application_status_id: from } = applicant
    const from_emailed = await emailedAfterWithdrawingWaiting(tx, applicant)
    const change = { user_session_id, from_status_id: from, from_emailed, to_status_id: WITHDRAWN, changed_by: null, ...(reason && { reason }) }
    const { status_change_id, undo_until } = await insertStatusChange(tx, change, UNDO_SECONDS)
    const isEmailed = await queueConfirmation(tx, env, { applicant, status_change_id })
    await setStanding(tx, { user_session_id, ref_application_status_id: WITHDRAWN, has_emailed_application_status: isEmailed })
    await recordAudit(tx, {
      actor: 'candidate',
      action: 'applicant.withdrawn',
      subject_kind: 'applicant',
      subject_id: user_session_id,
      facts: { from, to: WITHDRAWN, status_change_id },
    })
    return undo_until!
  })
}

/** Undoes the withdrawal; 409 when its time is over or staff have moved the application since. */
export async function undoWithdrawal({ db }: Needed, { email_key, user_session_id }: Own): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOwnApplication(tx, email_key, user_session_id)
    const { actions } = await readOwn(tx, email_key, user_session_id)
    const standing = await findStandingChange(tx, user_session_id)
    const change = standing && (await findStatusChange(tx, standing.status_change_id))
    if (!change?.isInTime || !actions.includes('undo-withdraw')) throw new HttpError(409, "This can't be taken back anymore.")
    await setUndone(tx, change.status_change_id, null)
    await withdrawEmails(tx, change.status_change_id)
    await setStanding(tx, { user_session_id, ref_application_status_id: change.from_status_id, has_emailed_application_status: change.from_emailed })
    await recordAudit(tx, {
      actor: 'candidate',
      action: 'applicant.withdrawal-undone',
      subject_kind: 'applicant',
      subject_id: user_session_id,
      facts: { status_change_id: change.status_change_id, to: change.from_status_id },
    })
  })
}

/** Withdraws unsent emails; returns whether the candidate has been emailed in this status. */
async function emailedAfterWithdrawingWaiting(tx: Db, applicant: LockedApplicant): Promise<boolean> {
  const standing = await findStandingChange(tx, applicant.user_session_id)
  const became = standing ? await withdrawEmails(tx, standing.status_change_id) : 'none'
  return became === 'withdrawn' ? false : applicant.has_emailed_application_status
}

async function queueConfirmation(
  tx: Db,
  env: Env,
  { applicant, status_change_id }: { applicant: LockedApplicant; status_change_id: number },
): Promise<boolean> {
  const template = await findActiveTemplate(tx, CONFIRMED_BY)
  const { user_session_id, email } = applicant
  if (!template || !email || !(await takeUnrequested(tx, { to_address: email, about: 'application' }, env.LIMITS_SCALE))) return false
  const values = { ...applicant, first_name: applicant.first_name || 'there' }
  const to = { to_address: email, to_name: [applicant.first_name, applicant.last_name].filter(Boolean).join(' ') }
  await insertEmail(
    tx,
    {
      purpose: 'candidate',
      user_session_id,
      ref_application_status_id: WITHDRAWN,
      status_change_id,
      template_name: CONFIRMED_BY,
      ...to,
      ...composeEmail(await letterheadOf(env, tx), template, values),
    },
    Math.max(UNDO_SECONDS, env.MAIL_DELAY_SECONDS),
  )
  return true
}
