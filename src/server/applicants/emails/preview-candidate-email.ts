import type { Output } from '#contract/endpoint.ts'
import { EMAIL_MASK, NAME_MASK } from '#contract/applicants/applicants.ts'
import { type previewCandidateEmail as previewCandidateEmailCall } from '#contract/candidate/candidate-emails.ts'
import { PLACEHOLDER_NAMES, type Values } from '#contract/templates/placeholders.ts'
import { longDay } from '#contract/time-zone.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { viewerOf, viewOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { previewEmail } from '#server/templates/compose-email.ts'
import { feedbackIn, withFeedback } from '#server/applicants/candidate-feedback/write-feedback.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { endOf } from '#server/applicants/decide/more-time.ts'
import { lockApplicant } from '#server/applicants/decide/move-store.ts'
import { interviewList, type PlannedPart } from './interview-list.ts'
import { wordingOf, type Wording } from './queue-candidate-email.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'

type Asked = Wording & {
  user_session_id: number
  identifiable: boolean
  planned?: PlannedPart[] | undefined
  until?: string | undefined
}
const COVERED = { first_name: NAME_MASK, last_name: NAME_MASK, email: EMAIL_MASK }
/** First and last name next to each other. */
const TWICE = /\[name\] \[name\]/g

/** The email as it would be sent now; with identities hidden, without the recipient and with the name masked. Throws as sending does. */
export async function previewCandidateEmail(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { user_session_id, identifiable, planned, until, ...wording }: Asked,
): Promise<Output<typeof previewCandidateEmailCall>> {
  return db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, user_session_id, caller.scope)
    if (!applicant) throw notFound(user_session_id)
    const { template_name } = wording
    const isEmpty = template_name === undefined && wording.subject === undefined && wording.html === undefined
    const text = isEmpty ? { email_subject: '', email_base_html: '' } : await wordingOf(tx, wording)
    const { hide } = viewOf(applicant, viewerOf(env, { identifiable }))
    const values = {
      ...applicant,
      first_name: applicant.first_name || 'there',
      ...(!identifiable && COVERED),
      interview_list: await interviewList(tx, user_session_id, planned),
      // The real link gives access to the applications, so it's created when the email is sent.
      scheduling_link: `${env.BASE_URL}/application`,
      reply_by: until && longDay(env.TIME_ZONE, endOf(until, env.TIME_ZONE)),
    }
    const letterhead = await letterheadOf(env, tx)
    const composed = previewEmail(letterhead, text, values)
    const { subject, html } = template_name === undefined ? composed : await withFeedback(tx, { user_session_id, template_name, hide }, composed)
    const told = {
      template: { subject: text.email_subject, html: text.email_base_html },
      values: valuesOf({ ...values, company_name: letterhead.COMPANY_NAME }),
      reply_to: applicant.hiring_lead_email,
      feedback: template_name === undefined ? null : await feedbackIn(tx, { user_session_id, template_name, hide }),
    }
    if (!identifiable) return { ...told, subject: subject.replace(TWICE, NAME_MASK), html: html.replace(TWICE, NAME_MASK) }
    await recordReveal(tx, caller, { user_session_id, shown: 'email' })
    return { ...told, to_name: [applicant.first_name, applicant.last_name].filter(Boolean).join(' '), to_address: applicant.email ?? '', subject, html }
  })
}

function valuesOf(values: Values): Record<string, string> {
  return Object.fromEntries(PLACEHOLDER_NAMES.flatMap((name) => (values[name]?.trim() ? [[name, values[name].trim()]] : [])))
}
