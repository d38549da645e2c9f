import type { FunctionRole, RoleText, WaitingChoice } from '#contract/roles.ts'
import { isOwedReply, mayMove, meaningOf, POSITION_CLOSED, statusesWhere } from '#contract/statuses/statuses.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import { fieldRefusal } from '#server/http/changes.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { insertEmail, withdrawEmails } from '#server/mail/store.ts'
import { updateRole } from '#server/roles/save-role.ts'
import type { Services } from '#server/services.ts'
import { composeEmail } from '#server/templates/compose-email.ts'
import { findActiveTemplate } from '#server/templates/store.ts'
import { findStandingChange, insertStatusChange, lockApplicant, setStanding, type LockedApplicant } from './move-store.ts'
import { listOfRoleIn } from './reply-date-store.ts'

type Needed = Pick<Services, 'db' | 'env'>
type Changed = Partial<RoleText> & { id: number; version?: number | undefined; waiting_applicants?: WaitingChoice | undefined }
type Desk = { tx: Db; env: Services['env']; caller: StaffCaller }

const OWED = statusesWhere((meaning) => meaning.owesReply !== 'no')
const MIN_UNDO_SECONDS = 30

/**
 * Changes a role. If that closes it while applicants are owed a reply, 422 unless `waiting_applicants` says what happens to them: `email`
 * moves each to 'Position Closed' with its email; with `stay-due`, each stays open and due.
 */
export async function changeRole({ db, env }: Needed, caller: StaffCaller, { waiting_applicants, ...asked }: Changed): Promise<FunctionRole> {
  return updateRole(db, caller, asked, async (tx, ref_function_role_id) => {
    const waiting = await listWaiting(tx, ref_function_role_id)
    if (waiting.length === 0) return
    if (!waiting_applicants) {
      const people = waiting.length === 1 ? '1 applicant is' : `${waiting.length} applicants are`
      throw fieldRefusal(422, 'waiting_applicants', `${people} waiting for an answer. Choose what they're told.`)
    }
    if (waiting_applicants === 'email') for (const applicant of waiting) await emailClosed({ tx, env, caller }, applicant)
  })
}

async function listWaiting(tx: Db, ref_function_role_id: number): Promise<LockedApplicant[]> {
  const waiting: LockedApplicant[] = []
  for (const id of await listOfRoleIn(tx, ref_function_role_id, OWED)) {
    const applicant = await lockApplicant(tx, id, 'everyone')
    if (applicant && isOwedReply(applicant) && mayMove(applicant, POSITION_CLOSED)) waiting.push(applicant)
  }
  return waiting
}

/** The same as moving each by hand and sending the email: it can be undone until the email leaves. */
async function emailClosed({ tx, env, caller }: Desk, applicant: LockedApplicant): Promise<void> {
  const { user_session_id, ref_application_status_id: from, has_emailed_application_status: from_emailed, email } = applicant
  const standing = await findStandingChange(tx, user_session_id)
  if (standing) await withdrawEmails(tx, standing.status_change_id)
  const change = { user_session_id, from_status_id: from, from_emailed, to_status_id: POSITION_CLOSED, changed_by: caller.staff_account_id }
  const { status_change_id } = await insertStatusChange(tx, change, Math.max(MIN_UNDO_SECONDS, env.MAIL_DELAY_SECONDS))
  const template_name = meaningOf(POSITION_CLOSED).offers!
  const template = await findActiveTemplate(tx, template_name)
  const isEmailed = template !== null && email !== null
  await setStanding(tx, { user_session_id, ref_application_status_id: POSITION_CLOSED, has_emailed_application_status: isEmailed })
  const facts = { from, to: POSITION_CLOSED, status_change_id, because: 'role closed' }
  await recordAudit(tx, { actor: caller, action: 'applicant.status-changed', subject_kind: 'applicant', subject_id: user_session_id, facts })
  if (!isEmailed) return
  const { email_id } = await insertEmail(
    tx,
    {
      purpose: 'candidate',
      user_session_id,
      ref_application_status_id: POSITION_CLOSED,
      status_change_id,
      template_name,
      to_address: email,
      to_name: [applicant.first_name, applicant.last_name].filter(Boolean).join(' '),
      created_by: caller.staff_account_id,
      reply_to: applicant.hiring_lead_email,
      ...composeEmail(await letterheadOf(env, tx), template, { ...applicant, first_name: applicant.first_name || 'there' }),
    },
    Math.max(MIN_UNDO_SECONDS, env.MAIL_DELAY_SECONDS),
  )
  await recordAudit(tx, {
    actor: caller,
    action: 'applicant.email-queued',
    subject_kind: 'applicant',
    subject_id: user_session_id,
    facts: { email_id, template_name, ref_application_status_id: POSITION_CLOSED },
  })
}
