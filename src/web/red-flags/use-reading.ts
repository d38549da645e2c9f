import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { CHOICES, isOpen, readingOf, type Choice, type Row } from './rows.ts'
import type { Rows } from './use-rows.ts'
import type { useGenerate } from './use-generate.ts'

/** What the keys act on: a row, or the line of collapsed rows. */
const FLAG_ROWS = '[data-flags]'
/** The element in it that gets focused. */
const FOCUSABLE = '[data-hold]'

/**
 * Rows in reading order: severe and disputed ones first, those without evidence collapsed. The order is fixed when the screen opens, or once all
 * drafts have arrived, so nothing moves while someone works.
 */
export function useReading({ rows }: Pick<Rows, 'rows'>, { isRunning }: Pick<ReturnType<typeof useGenerate>, 'isRunning'>) {
  const [{ order, folded }, setReading] = useState(() => readingOf(rows))
  const [isUnfolded, setUnfolded] = useState(false)
  const isDraftingAll = useRef(false)
  useEffect(() => {
    if (isRunning || !isDraftingAll.current) return
    isDraftingAll.current = false
    setReading(readingOf(rows))
  }, [isRunning, rows])

  const idOf = ({ flag }: Row) => flag.fgl_ref_red_flag_id
  const placeOf = (row: Row) => (order.includes(idOf(row)) ? order.indexOf(idOf(row)) : order.length)
  const sorted = rows.toSorted((a, b) => placeOf(a) - placeOf(b))
  return {
    shown: sorted.filter((row) => isUnfolded || !folded.includes(idOf(row))),
    folded: sorted.filter((row) => folded.includes(idOf(row))),
    isUnfolded,
    unfold: () => setUnfolded(!isUnfolded),
    expectAll: () => void (isDraftingAll.current = true),
  }
}

type ReadingActions = { rows: Row[]; isOff: (row: Row) => boolean; edit: Rows['edit']; generateAll: (() => void) | null; submit: () => void }

/** Keys for the whole review: J and K move, A, P and U decide and move on, Ctrl+Enter submits, even from a text field. */
export function useReadingKeys({ rows, isOff, edit, generateAll, submit }: ReadingActions, mayChange: boolean): void {
  useWindowEvent('keydown', (event) => mayChange && isSubmit(event) && submit())
  const moveBy = (by: 1 | -1) => once(() => step(by, rows))
  const choose = (choice: Choice) =>
    once(() => {
      const at = current()
      if (!at) return step(1, rows)
      for (const row of rowsIn(at, rows)) if (!isOff(row)) edit(row, CHOICES[choice])
      step(1, rows)
    })
  useShortcuts('Red flags', [
    { keys: ['j'], does: 'Next red flag', run: moveBy(1) },
    { keys: ['k'], does: 'Previous red flag', run: moveBy(-1) },
    ...(mayChange
      ? [
          { keys: ['a'], does: 'Absent, then the next red flag', run: choose('Absent') },
          { keys: ['p'], does: 'Present, then the next red flag', run: choose('Present') },
          { keys: ['u'], does: 'Undecided, then the next red flag', run: choose('Undecided') },
          { keys: ['e'], does: 'Write the rationale; Esc returns to its red flag', run: once(() => current()?.querySelector('textarea')?.focus()) },
        ]
      : []),
    ...(generateAll ? [{ keys: ['g'], does: 'Generate all', run: once(generateAll) }] : []),
  ])
}

/** Ignored in a dialog, which handles the key itself. */
const isSubmit = ({ key, ctrlKey, metaKey, repeat, isComposing }: KeyboardEvent) =>
  key === 'Enter' && (ctrlKey || metaKey) && !repeat && !isComposing && document.querySelector('[aria-modal="true"]') === null

/** Ignores key repeat. */
function once(run: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.repeat) return
    event.preventDefault()
    run()
  }
}

const current = () => document.activeElement?.closest<HTMLElement>(FLAG_ROWS) ?? null

function rowsIn(place: HTMLElement, rows: Row[]): Row[] {
  const ids = place.dataset['flags']!.split(' ').map(Number)
  return rows.filter(({ flag }) => ids.includes(flag.fgl_ref_red_flag_id))
}

/** Moves to the next place or, from elsewhere, to the first undecided one. Stops at the last one, so a stray keypress can't hit Submit. */
function step(by: 1 | -1, rows: Row[]): void {
  const at = current()
  // A row whose draft is being written can't be focused.
  const all = [...document.querySelectorAll<HTMLElement>(FLAG_ROWS)].filter((one) => one === at || !one.querySelector(`${FOCUSABLE}:disabled`))
  const next = at ? all[all.indexOf(at) + by] : (all.find((one) => rowsIn(one, rows).some(isOpen)) ?? all[0])
  if (next) enter(next)
}

export function enter(place: Element): void {
  place.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true })
  place.scrollIntoView({ block: 'nearest' })
}
