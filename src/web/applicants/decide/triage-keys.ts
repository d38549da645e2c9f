import { useShortcuts, type Shortcut } from '#web/ui/shortcuts.ts'

export type TriageKeys = {
  isDetail: boolean
  next: () => void
  previous: () => void
  proceed: () => void
  underReview: () => void
  reject: () => void
  updateStatus: () => void
  resume: () => void
  undo: () => void
  search: () => void
  leave: () => void
}

/** Single keys for those who read applications all day. */
export function useTriageKeys(act: TriageKeys): void {
  const detail: Shortcut[] = [
    { keys: ['j', 'ArrowRight'], does: 'Next applicant', run: unlessTaken(act.next) },
    { keys: ['k', 'ArrowLeft'], does: 'Previous applicant', run: unlessTaken(act.previous) },
    { keys: ['p'], does: 'Proceed to the panel', run: unlessTaken(act.proceed) },
    { keys: ['u'], does: 'Under Review, then the next applicant', run: unlessTaken(act.underReview) },
    { keys: ['r'], does: 'Reject', run: unlessTaken(act.reject) },
    { keys: ['s'], does: 'Update Status', run: unlessTaken(act.updateStatus) },
    { keys: ['e'], does: 'In the dialog of a decision: send the e-mail or not', run: () => {} },
    { keys: ['o'], does: 'Open or close the resume', run: unlessTaken(act.resume) },
    { keys: ['Escape'], does: 'Back to the table', run: unlessTaken(act.leave) },
  ]
  useShortcuts('Applicant Review', [
    ...(act.isDetail ? detail : []),
    { keys: ['z'], does: 'Undo the last change', run: unlessTaken(act.undo) },
    { keys: ['/'], does: 'Search in the answers', run: unlessTaken(act.search) },
  ])
}

/** A key that is held decides once; an open panel and whatever scrolls or chooses by arrows take their keys themselves. */
function unlessTaken(run: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target instanceof Element ? event.target : null
    const isArrow = event.key.startsWith('Arrow') && target?.closest('[role="radiogroup"], [role="region"][tabindex]')
    const isPanel = [...document.querySelectorAll('[role="dialog"]')].some((one) => one.checkVisibility())
    if (!event.repeat && !isArrow && !isPanel) run()
  }
}
