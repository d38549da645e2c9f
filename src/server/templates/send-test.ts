import type { CandidateDetails } from '#contract/templates/preview.ts'
import { PLACEHOLDERS, type Values } from '#contract/templates/placeholders.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { unknownTemplate } from './change-template.ts'
import { composeEmail, type TemplateText } from './compose-email.ts'
import { findTemplate } from './store.ts'

export type Draft = { id: number; email_subject?: string | undefined; email_base_html?: string | undefined }

/** Returns the stored template with unsaved changes applied. 404 if unknown. */
export async function draftOf({ db }: Pick<Services, 'db'>, { id, email_subject, email_base_html }: Draft): Promise<TemplateText & { email_name: string }> {
  const stored = await findTemplate(db, id, 'everyone')
  if (!stored) throw unknownTemplate()
  return { email_name: stored.email_name, email_subject: email_subject ?? stored.email_subject, email_base_html: email_base_html ?? stored.email_base_html }
}

/** Returns sample values if no applicant is chosen, and always for values that exist only in emails that are really sent. */
export function valuesOf(candidate: CandidateDetails | undefined): Values {
  const { scheduling_link, interview_list } = PLACEHOLDERS
  return candidate ? { ...candidate, scheduling_link, interview_list } : PLACEHOLDERS
}

/** Queues the test email to the admin who requested it, and no one else. */
export async function sendTestEmail(services: Services, caller: StaffCaller, asked: Draft & { candidate_info?: CandidateDetails | undefined }) {
  const { db, env, limits } = services
  const draft = await draftOf(services, asked)
  const email = composeEmail(await letterheadOf(env, db), draft, valuesOf(asked.candidate_info))
  await limits.take('send-test-mail', caller.email)
  const to = { purpose: 'test' as const, to_address: caller.email, template_name: draft.email_name, created_by: caller.staff_account_id }
  const { email_id } = await insertEmail(db, { ...email, ...to, subject: `[Test] ${email.subject}` }, 'staff')
  return { message: `We're sending a test email to ${caller.email}.`, email_id }
}
