import { useState } from 'react'
import type { Applicant } from '#contract/applicants.ts'
import { actionsOpenTo, meaningOf, PROCEED, REJECTED, UNDER_REVIEW, whyLocked, type Action } from '#contract/statuses.ts'
import { nameOf } from '#web/applicants/applicant-words.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { tell, warn } from '#web/ui/toast.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { useDecide } from './use-decide.tsx'

/** What can be decided about the open applicant. */
export type Decisions = ReturnType<typeof useDecisions>

type Desk = { applicant: Applicant | undefined; identifiable: boolean; onNext: () => void }

export function useDecisions({ applicant, identifiable, onNext }: Desk) {
  const [asks, setAsks] = useState<number | null>(null)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { decide, offerUndo, undoLast, say } = useDecide()
  const open = applicant ? actionsOpenTo(applicant) : []

  async function decideAtOnce(to: number): Promise<void> {
    if (!applicant) return
    try {
      const { state } = await decide(applicant, { to, template_name: null })
      if (state.undo_token) offerUndo(say(applicant, to), [state])
      else tell(`${nameOf(applicant)} is already in this status.`)
    } catch (failure) {
      warn(`Failed to update status. ${nameOf(applicant)}: ${whyOf(failure)}`)
    }
  }

  function choose(to: number): void {
    if (meaningOf(to).inDropdown === 'asks') setAsks(to)
    else void decideAtOnce(to)
  }

  const act: Record<Action, () => void> = {
    proceed: () => setAsks(PROCEED),
    'under-review': () => {
      void decideAtOnce(UNDER_REVIEW)
      onNext()
    },
    reject: () => setAsks(REJECTED),
    'update-status': () => setMenuOpen(true),
  }

  /** For a key: says why when the action isn't available. */
  function tryTo(action: Action): void {
    if (open.includes(action)) act[action]()
    else if (applicant) tell(whyLocked(applicant) ?? "This action isn't available for this applicant.")
  }

  const dialog = applicant && asks !== null && (
    <DecisionDialog applicant={applicant} to={asks} identifiable={identifiable} onClose={() => setAsks(null)} key={`${applicant.user_session_id}-${asks}`} />
  )
  return { open, act, choose, tryTo, undoLast, isMenuOpen, setMenuOpen, dialog }
}
