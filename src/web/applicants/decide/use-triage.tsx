import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { readApplicant, type Applicant } from '#contract/applicants.ts'
import { actionsOpenTo, meaningOf, PROCEED, REJECTED, UNDER_REVIEW, whyLocked } from '#contract/statuses.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { tell, warn } from '#web/ui/toast.ts'
import { useShortcutsOn } from '#web/ui/shortcuts.ts'
import { asking } from '#web/ui/use-call.ts'
import { nameOf } from '#web/applicants/applicant-words.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { SEARCH_ID } from '#web/applicants/table/table-tools.tsx'
import { useTriageKeys } from './triage-keys.ts'
import { useDecide } from './use-decide.tsx'
import { usePrefetch } from '#web/applicants/table/use-prefetch.ts'
import type { Review } from '#web/applicants/use-review.ts'

/** One applicant after another: who is open, where next and previous lead, and what can be decided. */
export function useTriage(review: Review) {
  const { filters, rows, place, identifiable } = review
  const id = filters.user_session_id
  const inList = rows[place]?.original
  // Somebody may be opened by a link from outside of what the filters hold.
  const alone = useQuery({ ...asking(readApplicant, { id: id ?? 0, identifiable }), enabled: id !== null && !inList && !review.query.isPending })
  const applicant = inList ?? (id === null ? undefined : alone.data)
  const [asks, setAsks] = useState<number | null>(null)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isResumeOpen, setResumeOpen] = useState(false)
  const areKeysOn = useShortcutsOn()
  const { go, said, from } = useSteps(review)
  const { decideAtOnce, undoLast } = useDecideAtOnce(applicant)
  usePrefetch(review)

  function choose(to: number): void {
    if (meaningOf(to).inDropdown === 'asks') setAsks(to)
    else void decideAtOnce(to)
  }

  const open = applicant ? actionsOpenTo(applicant) : []
  const act = {
    proceed: () => setAsks(PROCEED),
    'under-review': () => void decideAtOnce(UNDER_REVIEW, () => rows.length > 1 && go(1)),
    reject: () => setAsks(REJECTED),
    'update-status': () => setMenuOpen(true),
  }
  const tryTo = (action: keyof typeof act) => () => {
    if (open.includes(action)) act[action]()
    else if (applicant) tell(whyLocked(applicant) ?? 'This is not open to this applicant.')
  }
  const toResume = () => (identifiable ? setResumeOpen(!isResumeOpen) : tell('The resume says who this is. Show identifiable information to open it.'))
  const search = () => (id === null ? document.getElementById(SEARCH_ID)?.focus() : filters.go({ user_session_id: null }))
  useTriageKeys({
    isDetail: id !== null,
    next: () => go(1),
    previous: () => go(-1),
    proceed: tryTo('proceed'),
    underReview: tryTo('under-review'),
    reject: tryTo('reject'),
    updateStatus: tryTo('update-status'),
    resume: toResume,
    undo: undoLast,
    search,
    leave: () => filters.go({ user_session_id: null }),
  })

  const dialogs: ReactNode = (
    <>
      {applicant && asks !== null && (
        <DecisionDialog
          applicant={applicant}
          to={asks}
          identifiable={identifiable}
          onClose={() => setAsks(null)}
          key={`${applicant.user_session_id}-${asks}`}
        />
      )}
    </>
  )
  return {
    applicant,
    isOutside: !inList && applicant !== undefined,
    alone,
    go,
    said,
    open,
    act,
    choose,
    isMenuOpen,
    setMenuOpen,
    isResumeOpen,
    setResumeOpen,
    areKeysOn,
    from,
    dialogs,
  }
}
export type Triage = Omit<ReturnType<typeof useTriage>, 'dialogs'>

/** Where next and previous lead, around the ends of the list too. */
function useSteps({ filters, rows, place }: Review) {
  const [said, setSaid] = useState('')
  const { state } = useLocation() as { state: { from?: string } | null }

  function go(by: 1 | -1): void {
    if (rows.length === 0) return
    const start = place < 0 ? (by === 1 ? -1 : 0) : place
    const next = (start + by + rows.length) % rows.length
    const isWrapped = by === 1 ? next === 0 && place >= 0 : place === 0
    setSaid(isWrapped ? (by === 1 ? 'Back to first applicant' : 'On to last applicant') : '')
    filters.go({ user_session_id: rows[next]!.original.user_session_id }, { replace: true, state })
  }

  return { go, said, from: state?.from }
}

function useDecideAtOnce(applicant: Applicant | undefined) {
  const { decide, offerUndo, undoLast, say } = useDecide()

  /** At once, without a dialog; `then` is where it goes on. */
  async function decideAtOnce(to: number, then?: () => void): Promise<void> {
    if (!applicant) return
    const decided = decide(applicant, { to, template_name: null })
    then?.()
    try {
      const { state: now } = await decided
      if (now.undo_token) offerUndo(say(applicant, to), [now])
      else tell(`${nameOf(applicant)} is there already.`)
    } catch (failure) {
      warn(`Failed to update status. ${nameOf(applicant)}: ${whyOf(failure)}`)
    }
  }

  return { decideAtOnce, undoLast }
}
