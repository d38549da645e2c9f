import type { Output } from '#contract/endpoint.ts'
import { EMAIL_MASK, NAME_MASK } from '#contract/applicants/applicants.ts'
import { type previewCandidateEmail as previewCandidateEmailCall } from '#contract/candidate/candidate-emails.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { viewerOf, viewOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { previewEmail } from '#server/templates/compose-email.ts'
import { findActiveTemplate } from '#server/templates/store.ts'
import { withFeedback } from '#server/applicants/candidate-feedback/write-feedback.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { lockApplicant } from '#server/applicants/decide/move-store.ts'
import { interviewList, type PlannedPart } from './interview-list.ts'
import { recordReveal } from '#server/applicants/one/record-reveal.ts'

type Asked = { user_session_id: number; template_name: string; identifiable: boolean; planned?: PlannedPart[] | undefined }
const COVERED = { first_name: NAME_MASK, last_name: NAME_MASK, email: EMAIL_MASK }
/** First and last name beside each other. */
const TWICE = /\[name\] \[name\]/g

/** The email as it would be sent now; with identities hidden, without the recipient and with the name masked. 404 as for sending. */
export async function previewCandidateEmail(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { user_session_id, template_name, identifiable, planned }: Asked,
): Promise<Output<typeof previewCandidateEmailCall>> {
  return db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, user_session_id, caller.scope)
    if (!applicant) throw notFound(user_session_id)
    const template = await findActiveTemplate(tx, template_name)
    if (!template) throw new HttpError(404, `No active template is named '${template_name}'.`)
    const { hide } = viewOf(applicant, viewerOf(env, { identifiable }))
    const told = { user_session_id, template_name, hide }
    const values = { ...applicant, ...(!identifiable && COVERED), interview_list: await interviewList(tx, user_session_id, planned) }
    const { subject, html } = await withFeedback(tx, told, previewEmail(await letterheadOf(env, tx), template, values))
    if (!identifiable) return { subject: subject.replace(TWICE, NAME_MASK), html: html.replace(TWICE, NAME_MASK) }
    await recordReveal(tx, caller, { user_session_id, shown: 'email' })
    return { to_name: [applicant.first_name, applicant.last_name].filter(Boolean).join(' '), to_address: applicant.email ?? '', subject, html }
  })
}
