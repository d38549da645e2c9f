import type { CandidateEmail } from '#contract/candidate/candidate-emails.ts'
import type { Keys } from '#server/http/keys.ts'
import { hiderOf } from '#server/people/hide-identity.ts'
import type { EmailRow } from './email-store.ts'
import { undoTokenOf } from './undo-token.ts'

/** An email as reviewers see it; with names hidden, without recipient and text, and with the name masked in the rest. */
export function presentEmail(row: EmailRow, { identifiable, keys }: { identifiable: boolean; keys: Keys }): CandidateEmail {
  const { to_address, html, first_name, last_name, email: address, linkedin_profile_url, ...rest } = row
  const email = { ...rest, ...(rest.state === 'queued' && { undo_token: undoTokenOf(keys, rest.email_id) }) }
  if (identifiable) return { ...email, to_address, html }
  const { hide } = hiderOf({ first_name, last_name, email: address, linkedin_profile_url })
  return { ...email, subject: hide(email.subject), last_error: email.last_error === null ? null : hide(email.last_error) }
}
