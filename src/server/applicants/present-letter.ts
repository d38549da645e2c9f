import type { CandidateEmail } from '#contract/candidate-emails.ts'
import { hiderOf } from './hide-identity.ts'
import type { LetterRow } from './letter-store.ts'

/** A letter as reviewers see it; with identities hidden without recipient and text, the name covered in what remains. */
export function presentLetter(row: LetterRow, identifiable: boolean): CandidateEmail {
  const { to_address, html, first_name, last_name, email, linkedin_profile_url, ...letter } = row
  if (identifiable) return { ...letter, to_address, html }
  const { hide } = hiderOf({ first_name, last_name, email, linkedin_profile_url })
  return { ...letter, subject: hide(letter.subject), last_error: letter.last_error === null ? null : hide(letter.last_error) }
}
