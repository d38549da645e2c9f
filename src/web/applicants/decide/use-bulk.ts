import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Applicant } from '#contract/applicants.ts'
import { sendCandidateEmail } from '#contract/candidate-emails.ts'
import type { NewState } from '#contract/moves.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { nameOf } from '#web/applicants/applicant-words.ts'
import { patchApplicant } from '#web/applicants/table/use-applicants.ts'
import { useDecide } from './use-decide.tsx'

/** Calls under way at the same time: quick, and no burden for whoever else works. */
const LANES = 4

export type BulkFailure = { name: string; why: string }
export type BulkProgress = { done: number; of: number; failures: BulkFailure[]; isOver: boolean }

/** Does one thing for many, one call each, and says for whom it did not work. */
export function useBulk() {
  const client = useQueryClient()
  const { decide, offerUndo, statusName } = useDecide()
  const [progress, setProgress] = useState<BulkProgress | null>(null)

  async function forAll(applicants: Applicant[], act: (one: Applicant) => Promise<string | null>): Promise<BulkFailure[]> {
    const failures: BulkFailure[] = []
    const waiting = [...applicants]
    let done = 0
    const tellProgress = (isOver = false) => setProgress({ done, of: applicants.length, failures: [...failures], isOver })
    const lane = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        const applicant = one
        const why = await act(applicant).catch(whyOf)
        if (why === null) done++
        else failures.push({ name: nameOf(applicant), why })
        tellProgress()
      }
    }
    tellProgress()
    await Promise.all(Array.from({ length: LANES }, lane))
    tellProgress(true)
    return failures
  }

  async function move(applicants: Applicant[], to: number, template_name: string | null): Promise<BulkFailure[]> {
    const states: NewState[] = []
    const failures = await forAll(applicants, async (one) => {
      const { state, unsent } = await decide(one, { to, template_name })
      if (state.undo_token) states.push(state)
      return unsent === null ? null : `Moved, but the e-mail was not queued: ${unsent}`
    })
    if (states.length > 0) offerUndo(`${states.length} applicants: ${statusName(to)}`, states)
    return failures
  }

  function email(applicants: Applicant[], template_name: string): Promise<BulkFailure[]> {
    return forAll(applicants, async ({ user_session_id, ref_application_status_id }) => {
      const note = { candidate_info: { user_session_id }, template_name, expected_status_id: ref_application_status_id }
      await call(sendCandidateEmail, note, { retries: 0 })
      patchApplicant(client, user_session_id, { has_emailed_application_status: true })
      return null
    })
  }
  return { progress, move, email }
}
