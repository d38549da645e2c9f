import type { Output } from '#contract/endpoint.ts'
import type { sendCandidateEmail as sendCandidateEmailCall, previewCandidateEmail as previewCandidateEmailCall } from '#contract/candidate/candidate-emails.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { isUniqueViolation } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { notFound, rejectStale } from '#server/applicants/decide/applicant-errors.ts'
import { findCurrentChange, lockApplicant, setEmailed } from '#server/applicants/decide/move-store.ts'
import { queueCandidateEmail, interviewList, wordingOf, type EmailContext, type Wording, type PlannedPart } from './queue-candidate-email.ts'
import { undoTokenOf } from './sent-emails.ts'
import { EMAIL_MASK, NAME_MASK } from '#contract/applicants/applicants.ts'
import { PLACEHOLDER_NAMES, type Values } from '#contract/templates/placeholders.ts'
import { formatLongDay } from '#contract/time-zone.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import { viewerOf, viewOf } from '#server/people/view-of.ts'
import { previewEmail } from '#server/templates/compose-email.ts'
import { feedbackIn, withFeedback } from '#server/applicants/candidate-feedback/write-feedback.ts'
import { endOf } from '#server/applicants/decide/more-time.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'

type QueuedEmail = Output<typeof sendCandidateEmailCall>
type Note = Wording & { user_session_id: number; expected_status_id?: number | undefined }

/**
 * Queues an email for the applicant's current status, tied to the decision that set it and withdrawn with that decision. Throws 404 for an unknown
 * applicant, 409 when the applicant has been moved since or this email was already queued for this status; otherwise as `queueCandidateEmail` does.
 */
export async function sendCandidateEmail({ db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>, caller: StaffCaller, note: Note): Promise<QueuedEmail> {
  try {
    return await db.transaction((tx) => queueFor({ tx, env, keys, actor: caller }, caller, note))
  } catch (error) {
    if (isUniqueViolation(error)) throw new HttpError(409, `'${note.template_name}' was already sent to this applicant in this status.`)
    throw error
  }
}

async function queueFor(desk: EmailContext, caller: StaffCaller, { user_session_id, expected_status_id, ...wording }: Note): Promise<QueuedEmail> {
  const applicant = await lockApplicant(desk.tx, user_session_id, caller.scope)
  if (!applicant) throw notFound(user_session_id)
  await rejectStale(desk.tx, applicant, expected_status_id)
  const { ref_application_status_id } = applicant
  const decision = await findCurrentChange(desk.tx, user_session_id)
  const status_change_id = decision?.to_status_id === ref_application_status_id ? decision.status_change_id : null
  const delaySeconds = desk.env.MAIL_DELAY_SECONDS
  const queued = await queueCandidateEmail(desk, applicant, { ...wording, ref_application_status_id, status_change_id, delaySeconds })
  const { email_id, send_after, entry } = queued!
  await setEmailed(desk.tx, { user_session_id, ref_application_status_id, has_emailed_application_status: true })
  await recordAudit(desk.tx, entry)
  return { message: 'The email is queued.', email_id, send_after, undo_token: undoTokenOf(desk.keys, email_id) }
}

type Params = Wording & {
  user_session_id: number
  identifiable: boolean
  planned?: PlannedPart[] | undefined
  until?: string | undefined
}
const MASKED = { first_name: NAME_MASK, last_name: NAME_MASK, email: EMAIL_MASK }
/** First and last name next to each other. */
const DOUBLE_MASK = /\[name\] \[name\]/g

/** The email as it would be sent now; with identities hidden, it omits the recipient and masks the name. Throws as sending does. */
export async function previewCandidateEmail(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { user_session_id, identifiable, planned, until, ...wording }: Params,
): Promise<Output<typeof previewCandidateEmailCall>> {
  return db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, user_session_id, caller.scope)
    if (!applicant) throw notFound(user_session_id)
    const isEmpty = wording.template_name === undefined && wording.subject === undefined && wording.html === undefined
    const { template, ...text } = isEmpty ? { template: null, email_subject: '', email_base_html: '' } : await wordingOf(tx, wording)
    const { hide } = viewOf(applicant, viewerOf(env, { identifiable }))
    const values = {
      ...applicant,
      first_name: applicant.first_name || 'there',
      ...(!identifiable && MASKED),
      interview_list: await interviewList(tx, user_session_id, planned),
      // The real link gives access to the applications, so it's created when the email is sent.
      scheduling_link: `${env.BASE_URL}/application`,
      reply_by: until && formatLongDay(env.TIME_ZONE, endOf(until, env.TIME_ZONE)),
    }
    const letterhead = await letterheadOf(env, tx)
    const composed = previewEmail(letterhead, text, values)
    const about = { user_session_id, purpose: template?.purpose, hide }
    const { subject, html } = await withFeedback(tx, about, composed)
    const told = {
      template: { subject: text.email_subject, html: text.email_base_html },
      values: valuesOf({ ...values, company_name: letterhead.COMPANY_NAME }),
      reply_to: applicant.hiring_lead_email,
      feedback: await feedbackIn(tx, about),
    }
    if (!identifiable) return { ...told, subject: subject.replace(DOUBLE_MASK, NAME_MASK), html: html.replace(DOUBLE_MASK, NAME_MASK) }
    await recordReveal(tx, caller, { user_session_id, shown: 'email' })
    return { ...told, to_name: [applicant.first_name, applicant.last_name].filter(Boolean).join(' '), to_address: applicant.email ?? '', subject, html }
  })
}

function valuesOf(values: Values): Record<string, string> {
  return Object.fromEntries(PLACEHOLDER_NAMES.flatMap((name) => (values[name]?.trim() ? [[name, values[name].trim()]] : [])))
}
