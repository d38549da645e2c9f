import { placeholdersIn, unknownPlaceholderError, type Values } from '#contract/templates/placeholders.ts'
import { PURPOSES, type ShippedPurpose } from '#contract/templates/purposes.ts'
import { ownPageLink } from '#server/applications/own-page-link.ts'
import { appendFeedback } from '#server/applicants/candidate-feedback/write-feedback.ts'
import type { LockedApplicant } from '#server/applicants/decide/move-store.ts'
import { letterheadOf, letterheadWith } from '#server/brand/letterhead.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { applicantSeal } from '#server/mail/sealed.ts'
import type { Cause } from '#server/mail/recipient-store.ts'
import type { Email } from '#server/mail/email.ts'
import { insertEmails } from '#server/mail/store.ts'
import { standingVersions } from '#server/versions/version-store.ts'
import type { Services } from '#server/services.ts'
import { composeEmail, isBlank, type TemplateText } from '#server/templates/compose-email.ts'
import { findActiveTemplate, type ActiveTemplate } from '#server/templates/store.ts'
import { hasSameEmail, listPlannedParts } from './email-store.ts'
import { shortLocation, type InterviewLocation } from '#contract/interviews.ts'
import { listInterviews } from '#server/interviews/store.ts'

export type EmailContext = Pick<Services, 'env' | 'keys'> & { tx: Db; actor: StaffCaller | 'candidate' }
/** `actor` is null for an automatic email, such as the one after the last interview. */
type Sender = Omit<EmailContext, 'actor'> & { actor: EmailContext['actor'] | null }
/**
 * An email's wording: a template (by name or by purpose) with an optional custom subject or text, or a custom subject and text without a
 * template.
 */
export type Wording = {
  template_name?: string | undefined
  purpose?: ShippedPurpose | undefined
  subject?: string | undefined
  html?: string | undefined
  /** The template itself, if this transaction has already read it; see `withTemplate`. */
  template?: ActiveTemplate | undefined
}

type CandidateEmailRequest = Wording & {
  /** Null if it isn't about a decision; it can then be sent twice in one status. */
  ref_application_status_id: number | null
  values?: Values
  /** The interviews to list instead of the stored ones. */
  planned?: PlannedPart[] | undefined
  /** For emails that aren't about a submitted application: added to the text, and shown by email programs. */
  unsubscribe_url?: string
}
type SendingOptions = { status_change_id: number | null; delaySeconds: number }
export type CandidateEmail = Email & { user_session_id: number }

/**
 * Queues an email to a locked applicant with the stored values: the only way candidates get emails about their application. Throws the same errors
 * as `writeCandidateEmail`. Returns null only for a candidate's own action, when their mailbox has reached today's limit. Otherwise, `entry` is for
 * the audit trail: the caller records it if the email is about a status.
 */
export async function queueCandidateEmail(
  sender: Sender,
  applicant: LockedApplicant,
  { status_change_id, delaySeconds, ...request }: CandidateEmailRequest & SendingOptions,
) {
  const email = { ...(await writeCandidateEmail(sender, applicant, request)), status_change_id }
  return (await queueWritten(sender, [email], delaySeconds)).get(applicant.user_session_id) ?? null
}

/**
 * Writes that email without queueing it. Throws 404 for an unknown or disabled template, 409 without an address or if the same email was already
 * queued, 422 for an unknown placeholder in `subject` or `html`, or for an `html` without text.
 */
export async function writeCandidateEmail(
  { tx, env, keys, actor }: Sender,
  applicant: LockedApplicant,
  request: CandidateEmailRequest,
): Promise<CandidateEmail> {
  const { user_session_id, email: to_address } = applicant
  const { ref_application_status_id } = request
  if (request.html !== undefined && isBlank(request.html)) throw fieldError(422, 'html', 'The email body is empty.')
  const { template, ...wording } = await wordingOf(tx, request)
  const text = withUnsubscribe(wording, request)
  if (!to_address) throw new HttpError(409, 'This applicant has no email address.')
  const values = { ...(await valuesFor({ tx, env, keys }, applicant, { ...text, planned: request.planned })), ...request.values }
  const letterhead = template ? letterheadWith(env, template.look) : await letterheadOf(env, tx)
  const composed = composeEmail(letterhead, withoutMissingName(text, applicant), values)
  const email = await appendFeedback(tx, { user_session_id, purpose: template?.purpose }, composed)
  if (template === null && (await hasSameEmail(tx, { user_session_id, ref_application_status_id, ...email })))
    throw new HttpError(409, 'The same email was already sent to this applicant in this status.')
  return {
    purpose: 'candidate',
    user_session_id,
    ref_application_status_id,
    ...sourceOf(template),
    is_reworded: template !== null && (request.subject !== undefined || request.html !== undefined),
    to_address,
    to_name: [applicant.first_name, applicant.last_name].filter(Boolean).join(' '),
    created_by: actor === null || actor === 'candidate' ? null : actor.staff_account_id,
    // Emails invite candidates to reply, so replies go to a person.
    reply_to: applicant.hiring_lead_email,
    unsubscribe_url: request.unsubscribe_url ?? null,
    read_versions: standingVersions(user_session_id),
    ...email,
  }
}

/** Queues written emails, one per applicant, as `queueCandidateEmail` does. Returns them by `user_session_id`. */
export async function queueWritten({ tx, env, actor }: Omit<Sender, 'keys'>, emails: CandidateEmail[], delaySeconds: number) {
  const cause: Cause = actor === 'candidate' ? { by: 'candidate', scale: env.LIMITS_SCALE } : actor ? 'staff' : 'system'
  const queued = await insertEmails(tx, emails, cause, delaySeconds)
  return new Map(
    emails.flatMap((email) => {
      const one = queued.get(email)
      const { user_session_id, ref_application_status_id, template_name = null } = email
      const facts = { email_id: one?.email_id, template_name, ref_application_status_id }
      const entry = { actor, action: 'applicant.email-queued', subject_kind: 'applicant', subject_id: user_session_id, facts } as const
      return one ? [[user_session_id, { ...one, entry }] as const] : []
    }),
  )
}

function sourceOf(template: ActiveTemplate | null) {
  if (template === null) return {}
  return { template_name: template.email_name, ref_email_base_id: template.ref_email_base_id, template_purpose: template.purpose }
}

/**
 * The text to send, with placeholders, and the template it's from: the template's text, the sender's, or both. Throws the same errors as
 * `queueCandidateEmail`.
 */
export async function wordingOf(tx: Db, wording: Wording): Promise<TemplateText & { template: ActiveTemplate | null }> {
  const { subject, html } = wording
  for (const [path, text] of Object.entries({ subject, html })) {
    const unknown = text === undefined ? null : unknownPlaceholderError(text)
    if (unknown) throw fieldError(422, path, unknown)
    if (text?.trim() === '') throw fieldError(422, path, 'This field is required')
  }
  const named = templateNameOf(wording)
  if (named === undefined) {
    if (subject === undefined) throw fieldError(422, 'subject', 'This field is required')
    if (html === undefined) throw fieldError(422, 'html', 'This field is required')
    return { template: null, email_subject: subject, email_base_html: html }
  }
  const template = wording.template ?? (await templateOf(tx, wording))
  if (!template) throw new HttpError(404, `No active template is named '${named}'.`)
  return { template, email_subject: subject ?? template.email_subject, email_base_html: html ?? template.email_base_html }
}

const templateNameOf = ({ template_name, purpose }: Wording) => template_name ?? (purpose && PURPOSES[purpose].template_name)

/** The template a wording is based on; null if it's unknown, disabled or there's none. */
async function templateOf(tx: Db, wording: Wording): Promise<ActiveTemplate | null> {
  const named = templateNameOf(wording)
  return named === undefined ? null : findActiveTemplate(tx, wording.purpose ? { purpose: wording.purpose } : { email_name: named })
}

/** Adds the template, so it's read once for everyone who gets this email. */
export async function withTemplate<Words extends Wording>(tx: Db, wording: Words): Promise<Words> {
  return { ...wording, template: (await templateOf(tx, wording)) ?? undefined }
}

function withUnsubscribe(text: TemplateText, { unsubscribe_url }: CandidateEmailRequest): TemplateText {
  if (!unsubscribe_url) return text
  const line = `<p>You're getting this email because you said we may contact you about other roles. <a href="${unsubscribe_url}">Unsubscribe</a></p>`
  return { ...text, email_base_html: `${text.email_base_html}\n${line}` }
}

/** A value for every placeholder in any email; a link is created only for a text that contains it. */
async function valuesFor(
  { tx, env, keys }: Omit<EmailContext, 'actor'>,
  applicant: LockedApplicant,
  { planned, ...text }: TemplateText & Pick<CandidateEmailRequest, 'planned'>,
): Promise<Values> {
  const { user_session_id } = applicant
  const isNamed = (name: string) => placeholdersIn(text.email_subject + text.email_base_html).some((one) => one.name === name)
  return {
    ...applicant,
    first_name: applicant.first_name || 'there',
    interview_list: isNamed('interview_list') ? await interviewList(tx, user_session_id, planned) : null,
    scheduling_link: isNamed('scheduling_link') ? await ownPageLink(tx, { env, keys, sealedFor: applicantSeal(user_session_id) }, user_session_id) : null,
  }
}

/** Someone without a last name gets "Dear Ada," instead of no email at all. */
function withoutMissingName(text: TemplateText, { last_name }: LockedApplicant): TemplateText {
  if (last_name) return text
  const drop = (one: string) => one.replace(/\s*\{last_name\}/g, '')
  return { email_subject: drop(text.email_subject), email_base_html: drop(text.email_base_html) }
}

export type PlannedPart = { ref_interview_id: number; minutes: number; where?: InterviewLocation | null | undefined }
const AND = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** "Interview A (45 minutes, by video) and Interview C (30 minutes, by phone: …)"; without a plan, every interview, with no lengths. */
export async function interviewList(tx: Db, user_session_id: number, planned?: PlannedPart[]): Promise<string> {
  const parts = planned?.length ? planned : await listPlannedParts(tx, user_session_id)
  const types = await listInterviews(tx)
  if (parts.length === 0) return AND.format(types.map(({ interview_name, where }) => `${interview_name} (${shortLocation(where)})`))
  const typeOf = new Map(types.map((type) => [type.ref_interview_id, type]))
  return AND.format(
    parts.flatMap((part) => {
      const type = typeOf.get(part.ref_interview_id)
      return type ? [`${type.interview_name} (${part.minutes} minutes, ${shortLocation(part.where ?? type.where)})`] : []
    }),
  )
}
