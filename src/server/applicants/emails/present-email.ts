import type { CandidateEmail } from '#contract/candidate-emails.ts'
import { hiderOf } from '#server/people/hide-identity.ts'
import type { EmailRow } from './email-store.ts'

/** An email as reviewers see it; with identities hidden without recipient and text, the name covered in what remains. */
export function presentEmail(row: EmailRow, identifiable: boolean): CandidateEmail {
  const { to_address, html, first_name, last_name, email: address, linkedin_profile_url, ...email } = row
  if (identifiable) return { ...email, to_address, html }
  const { hide } = hiderOf({ first_name, last_name, email: address, linkedin_profile_url })
  return { ...email, subject: hide(email.subject), last_error: email.last_error === null ? null : hide(email.last_error) }
}
