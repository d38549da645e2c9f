import type { Applicant, ApplicantAnswer } from '#contract/applicants/applicants.ts'
import { isOwedReply } from '#contract/statuses/statuses.ts'
import { hiderOf } from '#server/people/hide-identity.ts'
import type { ApplicantRow } from './list-store.ts'

/** The answers of a row as JSON; with identities hidden, the applicant's own name, address and profile are masked in them. */
export function answersOf(row: ApplicantRow, withIdentity: boolean): string {
  if (withIdentity) return row.answers
  const { isNamedIn, hide } = hiderOf(row)
  // The JSON is searched for names before it's parsed: few people write theirs, and the rest needn't be parsed at all.
  if (!isNamedIn(row.answers)) return row.answers
  const answers = JSON.parse(row.answers) as ApplicantAnswer[]
  return JSON.stringify(answers.map((one) => ({ ...one, applicants_answer: hide(one.applicants_answer) })))
}

/** Everything about an applicant except the answers; with identities hidden, without a name, an address, a profile or a date. */
export function headOf(row: ApplicantRow, withIdentity: boolean): Omit<Applicant, 'answers'> {
  const isOwed = isOwedReply(row)
  return {
    user_session_id: row.user_session_id,
    alias: row.alias,
    ...(withIdentity && {
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      linkedin_profile_url: row.linkedin_profile_url,
      application_submitted_datetime_utc: new Date(row.submitted).toISOString(),
      status_changed_at: new Date(row.status_changed_at).toISOString(),
      reply_by: isOwed ? new Date(row.reply_due_at).toISOString() : null,
      is_late: isOwed && row.due === 'late',
    }),
    ref_application_status_id: row.ref_application_status_id,
    application_status: row.application_status,
    has_emailed_application_status: row.has_emailed_application_status,
    ref_function_role_id: row.ref_function_role_id,
    function_role_name: row.function_role_name,
    hiring_lead_email: row.hiring_lead_email,
    hiring_lead_name: row.hiring_lead_name,
    suspected_bot: row.suspected_bot,
    due: isOwed ? row.due : null,
    has_resume: row.has_resume,
    assigned_to: row.assigned_to,
  }
}

export function presentApplicant(row: ApplicantRow, withIdentity: boolean): Applicant {
  return { ...headOf(row, withIdentity), answers: JSON.parse(answersOf(row, withIdentity)) as ApplicantAnswer[] }
}
