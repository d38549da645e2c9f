import { useShortcuts, type Shortcut } from '#web/ui/shortcuts.ts'
import type { Decisions } from './decide/use-decisions.tsx'
import type { OpenApplicant } from './one/use-open-applicant.ts'
import type { Selection } from './table/use-selection.ts'

type ReviewActions = {
  opened: OpenApplicant
  decisions: Decisions
  selection: Selection
  toResume: () => void
  search: () => void
  /** Null while the table is shown. */
  leave: (() => void) | null
  toAcross: () => void
}

/** Single-key shortcuts for people who read applications all day. */
export function useReviewKeys({ opened, decisions, selection, toResume, search, leave, toAcross }: ReviewActions): void {
  const detail: Shortcut[] = [
    { keys: ['j', 'ArrowRight'], does: 'Next applicant', run: unlessHandled(() => opened.go(1)) },
    { keys: ['k', 'ArrowLeft'], does: 'Previous applicant', run: unlessHandled(() => opened.go(-1)) },
    ...decisionKeys(decisions),
    { keys: ['o'], does: 'Show the resume at full width; press again for the answers', run: unlessHandled(toResume) },
    { keys: ['x'], does: 'Select for a bulk action', run: unlessHandled(() => opened.id !== null && selection.toggle(opened.id, false)) },
  ]
  useShortcuts('Applicant Review', [
    ...(opened.id === null ? [] : detail),
    ...(leave ? [{ keys: ['Escape'], does: 'Back to the table', run: unlessHandled(leave) }] : []),
    { keys: ['z'], does: 'Undo the last change', run: unlessHandled(decisions.undoLast) },
    { keys: ['/'], does: 'Search answers and resumes', run: unlessHandled(search) },
    { keys: ['a'], does: "Show everyone's answers to one question; press again for the table", run: unlessHandled(toAcross) },
  ])
}

/** The decision keys: in the detail view, and on a row in the by-question view. */
export function decisionKeys(decisions: Decisions): Shortcut[] {
  return [
    { keys: ['p'], does: 'Proceed; press again to confirm', run: unlessHandled(() => decisions.tryTo('proceed')) },
    { keys: ['u'], does: 'Under Review, then the next applicant', run: unlessHandled(() => decisions.tryTo('under-review')) },
    { keys: ['r'], does: 'Reject; press again to confirm', run: unlessHandled(() => decisions.tryTo('reject')) },
    { keys: ['s'], does: 'Update Status', run: unlessHandled(() => decisions.tryTo('update-status')) },
    { keys: ['t'], does: 'Need more time: move the reply date', run: unlessHandled(decisions.needMoreTime) },
    { keys: ['e'], does: 'In a decision dialog: send the email or not', run: () => {} },
  ]
}

/** Ignores key repeat, keys while a panel is open, and arrow keys in anything that uses them to scroll or choose. */
export function unlessHandled(run: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target instanceof Element ? event.target : null
    const isArrow = event.key.startsWith('Arrow') && target?.closest('[role="radiogroup"], [role="tablist"], [role="region"][tabindex]')
    const isPanel = [...document.querySelectorAll('[role="dialog"]')].some((one) => one.checkVisibility())
    if (!event.repeat && !isArrow && !isPanel) run()
  }
}
