import type { ReactNode } from 'react'
import { actionsOpenTo, meaningOf, PROCEED, REJECTED, UNDER_REVIEW, whyLocked, type Action } from '#contract/statuses/statuses.ts'
import { nameOf } from '#contract/applicants/applicants.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { useKept, useMakeKept, type Kept } from '#web/applicants/kept.ts'
import { notify, warn } from '#web/ui/toast.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { MoreTimeDialog } from './more-time-dialog.tsx'
import { rememberFailure } from './recent-actions.ts'
import { useDecide, type Person } from './use-decide.ts'

/** The decisions available for one applicant: the open one, or the one in a row. */
export type Decisions = ReturnType<typeof useDecisions>

type Desk = { applicant: Person | undefined; identifiable: boolean; onDecided: () => void }

/** For people who may read applications, but not decide. */
export const READS_ONLY = "You can read this application, but you can't make decisions on it."

export function useDecisions({ applicant, identifiable, onDecided }: Desk) {
  // Stored outside this hook, so opening or closing a dialog doesn't re-render the screen behind it.
  const asked = useMakeKept<Asked>(null)
  const menu = useMakeKept(false)
  const { decideAtOnce, undoLast } = useDecideAtOnce({ applicant, onDecided })
  const mayDecide = useMay('decide')
  const open = applicant && mayDecide ? actionsOpenTo(applicant) : []

  function choose(to: number): void {
    if (meaningOf(to).inDropdown === 'asks') asked.set(to)
    else void decideAtOnce(to)
  }

  const act: Record<Action, () => void> = {
    proceed: () => asked.set(PROCEED),
    'under-review': () => void decideAtOnce(UNDER_REVIEW),
    reject: () => asked.set(REJECTED),
    'update-status': () => menu.set(true),
  }

  /** For a keyboard shortcut: explains when the action isn't available. */
  function tryTo(action: Action): void {
    if (open.includes(action)) act[action]()
    else if (applicant) notify(mayDecide ? (whyLocked(applicant) ?? "This action isn't available for this applicant.") : READS_ONLY)
  }

  function needMoreTime(): void {
    if (mayDecide && applicant?.due) asked.set('more time')
    else if (applicant) notify(mayDecide ? "This applicant isn't waiting for a reply." : READS_ONLY)
  }

  const dialog = applicant && <Asking asked={asked} applicant={applicant} identifiable={identifiable} onDecided={onDecided} key={applicant.user_session_id} />
  return { open, act, choose, tryTo, undoLast, menu, dialog, needMoreTime }
}

/** The open dialog: a decision's, by its status, or the one for the reply date. */
type Asked = number | 'more time' | null
type AskingProps = { asked: Kept<Asked>; applicant: Person; identifiable: boolean; onDecided: () => void }

function Asking({ asked, applicant, identifiable, onDecided }: AskingProps): ReactNode {
  const to = useKept(asked)
  if (to === null) return null
  if (to === 'more time') return <MoreTimeDialog applicant={applicant} identifiable={identifiable} onClose={() => asked.set(null)} />
  return (
    <DecisionDialog
      people={[applicant]}
      to={to}
      identifiable={identifiable}
      onClose={(isDone) => {
        asked.set(null)
        if (isDone) onDecided()
      }}
      key={to}
    />
  )
}

/** Decides without a dialog; no email is sent. */
function useDecideAtOnce({ applicant, onDecided }: Pick<Desk, 'applicant' | 'onDecided'>) {
  const { decide, offerUndo, undoLast, say } = useDecide()

  async function decideAtOnce(to: number): Promise<void> {
    if (!applicant) return
    if (applicant.ref_application_status_id === to) return notify(`${nameOf(applicant)} is already in this status.`)
    const decided = decide(applicant, { to, email: null })
    onDecided()
    try {
      offerUndo(say(applicant, to), [await decided])
    } catch (failure) {
      const why = `Failed to update status. ${nameOf(applicant)}: ${whyOf(failure)}`
      rememberFailure(why)
      warn(why)
    }
  }

  return { decideAtOnce, undoLast }
}
