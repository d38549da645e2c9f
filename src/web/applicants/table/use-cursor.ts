import type { RefObject } from 'react'
import type { ListedApplicant } from '#contract/applicants/applicant-list.ts'
import { nameOf } from '#contract/applicants/applicants.ts'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import type { ShowFull } from './full-text.tsx'
import { focusedRowId, focusRow } from './columns/row-link.ts'
import type { Selection } from './use-selection.ts'

type Table = {
  box: RefObject<HTMLElement | null>
  ids: number[]
  reach: (place: number) => void
  rows: Map<number, ListedApplicant>
  selection: Selection
  onFull: ShowFull
}

/** Keyboard navigation for the table; the current row is the one whose link has the focus. */
export function useRowCursor({ box, ids, reach, rows, selection, onFull }: Table): void {
  const step = (by: number) => {
    const at = ids.indexOf(focusedRowId() ?? -1)
    const place = at < 0 ? 0 : Math.min(ids.length - 1, Math.max(0, at + by))
    reach(place)
    focusRow(box.current, ids[place]!)
  }
  const current = (act: (id: number) => void) => () => {
    const id = focusedRowId()
    if (id !== null) act(id)
  }
  const preview = (id: number) => {
    const [one, at] = [rows.get(id), document.activeElement]
    if (one && at instanceof HTMLElement) onFull({ title: nameOf(one), id, question_name: null, at })
  }
  /** On a checkbox or a button, Space activates it; on a row, it would scroll the page. */
  const readRow = (event: KeyboardEvent) => {
    if (!(event.target instanceof Element && event.target.matches('[data-row]'))) return
    event.preventDefault()
    current(preview)()
  }
  useShortcuts('Table', [
    { keys: ['j'], does: 'Next row', run: () => step(1) },
    { keys: ['k'], does: 'Previous row', run: () => step(-1) },
    { keys: ['x'], does: 'Select the row', run: current((id) => selection.toggle(id, false)) },
    { keys: [' '], does: "Read the row's answers", run: readRow },
    { keys: ['Enter'], does: 'Open the row', run: () => {} },
  ])
}
