import type { CandidateEmail } from '#contract/candidate/candidate-emails.ts'
import type { Keys } from '#server/http/keys.ts'
import { viewOf, type Viewer } from '#server/people/view-of.ts'
import type { EmailRow } from './email-store.ts'
import { undoTokenOf } from './undo-token.ts'

/** An email as reviewers see it; with names hidden, it omits recipient and text and masks the name in the rest. */
export function presentEmail(row: EmailRow, { viewer, keys }: { viewer: Viewer; keys: Keys }): CandidateEmail {
  return viewOf(row, viewer).show('email', { ...row, ...(row.state === 'queued' && { undo_token: undoTokenOf(keys, row.email_id) }) })
}
