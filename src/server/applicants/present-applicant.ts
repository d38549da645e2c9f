import { randomBytes } from 'node:crypto'
import type { Applicant, ApplicantAnswer } from '#contract/applicants.ts'
import { hiderOf } from './hide-identity.ts'
import type { ApplicantRow, Separators } from './list-store.ts'

export function newSeparators(): Separators {
  const word = randomBytes(5).toString('base64url')
  return { answer: `\u001e${word}`, part: `\u001f${word}` }
}

export type Shown = { separators: Separators; withIdentity: boolean }

/** The answers of a row, in order; with identities hidden the applicant's own name, address and profile are covered in them. */
export function answersOf(row: ApplicantRow, { separators, withIdentity }: Shown): ApplicantAnswer[] {
  if (row.answers === null) return []
  const hider = withIdentity ? null : hiderOf(row)
  const isNamed = hider?.isNamedIn(row.answers) ?? false
  return row.answers.split(separators.answer).map((text) => {
    const [question_name, question_text, applicants_answer] = text.split(separators.part) as [string, string, string]
    return { question_name, question_text, applicants_answer: isNamed ? hider!.hide(applicants_answer) : applicants_answer }
  })
}

/** All of an applicant but the answers; with identities hidden without a name, an address, a profile or a date. */
export function headOf(row: ApplicantRow, withIdentity: boolean): Omit<Applicant, 'answers'> {
  return {
    user_session_id: row.user_session_id,
    alias: row.alias,
    ...(withIdentity && {
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      linkedin_profile_url: row.linkedin_profile_url,
      application_submitted_datetime_utc: new Date(row.submitted).toISOString(),
    }),
    ref_application_status_id: row.ref_application_status_id,
    application_status: row.application_status,
    has_emailed_application_status: row.has_emailed_application_status,
    ref_function_role_id: row.ref_function_role_id,
    function_role_name: row.function_role_name,
    hiring_lead_email: row.hiring_lead_email,
    hiring_lead_name: row.hiring_lead_name,
    suspected_bot: row.suspected_bot,
    has_resume: row.has_resume,
  }
}

export function presentApplicant(row: ApplicantRow, shown: Shown): Applicant {
  return { ...headOf(row, shown.withIdentity), answers: answersOf(row, shown) }
}
