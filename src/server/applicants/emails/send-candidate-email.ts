import type { Output } from '#contract/endpoint.ts'
import type { sendCandidateEmail as sendCandidateEmailCall } from '#contract/candidate/candidate-emails.ts'
import { placeholdersIn } from '#contract/templates/placeholders.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import { isUniqueViolation, type Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { applicantSeal } from '#server/mail/sealed.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { ownPageLink } from '#server/applications/own-page-link.ts'
import { composeEmail, type TemplateText } from '#server/templates/compose-email.ts'
import { findActiveTemplate } from '#server/templates/store.ts'
import { withFeedback } from '#server/applicants/candidate-feedback/write-feedback.ts'
import { notFound, rejectStale } from '#server/applicants/decide/move-applicant.ts'
import { interviewList } from './interview-list.ts'
import { undoTokenOf } from './undo-token.ts'
import { findStandingChange, lockApplicant, setEmailed } from '#server/applicants/decide/move-store.ts'

type Queued = Output<typeof sendCandidateEmailCall>
export type Note = { user_session_id: number; template_name: string; expected_status_id?: number | undefined }

/**
 * Queues an email to the stored address, with the stored values, for the applicant's current status; it belongs to the decision that set
 * that status and is withdrawn with it. 404 for an unknown applicant or template, 409 when the applicant has been moved since or this
 * email was already queued for this status.
 */
export async function sendCandidateEmail({ db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>, caller: StaffCaller, note: Note): Promise<Queued> {
  try {
    return await db.transaction((tx) => queueEmail({ tx, env, keys, caller }, note))
  } catch (fault) {
    if (isUniqueViolation(fault)) throw new HttpError(409, `'${note.template_name}' was already sent to this applicant in this status.`)
    throw fault
  }
}

type Desk = Pick<Services, 'env' | 'keys'> & { tx: Db; caller: StaffCaller }

async function queueEmail({ tx, env, keys, caller }: Desk, { user_session_id, template_name, expected_status_id }: Note): Promise<Queued> {
  const applicant = await lockApplicant(tx, user_session_id, caller.scope)
  if (!applicant) throw notFound(user_session_id)
  const template = await findActiveTemplate(tx, template_name)
  if (!template) throw new HttpError(404, `No active template is named '${template_name}'.`)
  await rejectStale(tx, applicant, expected_status_id)
  if (!applicant.email) throw new HttpError(409, 'This applicant has no email address.')

  const { ref_application_status_id } = applicant
  const scheduling_link = await schedulingLink(tx, { env, keys }, { template, user_session_id })
  const values = { ...applicant, scheduling_link, interview_list: await interviewList(tx, user_session_id) }
  const decision = await findStandingChange(tx, user_session_id)
  const isOfDecision = decision?.to_status_id === ref_application_status_id
  const { email_id, send_after } = await insertEmail(
    tx,
    {
      purpose: 'candidate',
      user_session_id,
      ref_application_status_id,
      status_change_id: isOfDecision ? decision.status_change_id : null,
      template_name,
      to_address: applicant.email,
      to_name: [applicant.first_name, applicant.last_name].filter(Boolean).join(' '),
      created_by: caller.staff_account_id,
      // Candidates are asked to reply: the answer goes to a person.
      reply_to: applicant.hiring_lead_email,
      ...(await withFeedback(tx, { user_session_id, template_name }, composeEmail(await letterheadOf(env, tx), template, values))),
    },
    env.MAIL_DELAY_SECONDS,
  )
  await setEmailed(tx, { user_session_id, ref_application_status_id, has_emailed_application_status: true })
  const facts = { email_id, template_name, ref_application_status_id }
  await recordAudit(tx, { actor: caller, action: 'applicant.email-queued', subject_kind: 'applicant', subject_id: user_session_id, facts })
  return { message: 'The email is queued.', email_id, send_after, undo_token: undoTokenOf(keys, email_id) }
}

type Linked = { template: TemplateText; user_session_id: number }

/** The link to the candidate's own page, where interview times are picked; made only for a template that contains it. */
async function schedulingLink(tx: Db, services: Pick<Services, 'env' | 'keys'>, { template, user_session_id }: Linked): Promise<string | null> {
  const isNamed = placeholdersIn(template.email_subject + template.email_base_html).some(({ name }) => name === 'scheduling_link')
  return isNamed ? ownPageLink(tx, { ...services, sealedFor: applicantSeal(user_session_id) }, user_session_id) : null
}
