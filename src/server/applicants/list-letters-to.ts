import type { CandidateEmail } from '#contract/candidate-emails.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import type { Services } from '#server/services.ts'
import { findSubmitted } from './history-store.ts'
import { listLetters } from './letter-store.ts'
import { notFound } from './move-applicant.ts'
import { presentLetter } from './present-letter.ts'
import { recordReveal } from './record-reveal.ts'

/** The letters to an applicant, newest first; with identities hidden without recipients and texts. 404 when there is no such application. */
export async function listLettersTo(
  { db }: Pick<Services, 'db'>,
  caller: StaffCaller,
  { user_session_id, identifiable }: { user_session_id: number; identifiable: boolean },
): Promise<CandidateEmail[]> {
  if (!(await findSubmitted(db, user_session_id))) throw notFound(user_session_id)
  const letters = await listLetters(db, user_session_id)
  if (identifiable && letters.length > 0) await recordReveal(db, caller, { user_session_id, shown: 'letters' })
  return letters.map((letter) => presentLetter(letter, identifiable))
}
