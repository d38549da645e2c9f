import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { TableColumn } from '#contract/applicants/columns-shown.ts'
import { useSession } from '#web/auth/use-session.ts'
import { useQueryValue } from '#web/applicants/filters/use-filters.ts'

/** In the URL, shows every column, even those this browser remembers as hidden. */
export const NONE_HIDDEN = 'none'
const MIN_WIDTH = 5
const MAX_WIDTH = 40
/** How much a keypress widens or narrows a column, in rem. */
export const WIDTH_STEP = 2

/** In a narrow window, the facts are hidden to make room for the answers. */
const NARROW = '(max-width: 64em)'
const NARROW_SHARE = 0.75

type Layout = { order: string[]; widths: Record<string, number> }
const DEFAULT_LAYOUT: Layout = { order: [], widths: {} }

/** Which columns are shown, in what order and how wide, as last set by this person for this role in this browser; the URL can hide some. */
export type Columns = ReturnType<typeof useColumns>

export function useColumns(known: TableColumn[], roleId: string | null) {
  const key = `applicants_columns_${useSession('admin')?.email ?? ''}_${roleId}`
  const [query, setQuery] = useQueryValue('hide')
  const [{ order, widths }, setLayout] = useLayout(`${key}_layout`)
  const hidden = hiddenIn(query || (localStorage.getItem(key) ?? ''))
  const rank = (column: TableColumn) => (column.isName ? -1 : order.includes(column.id) ? order.indexOf(column.id) : order.length + known.indexOf(column))
  const all = known.toSorted((one, other) => rank(one) - rank(other))
  const shown = all.filter((column) => column.isName || !hidden.includes(column.id))

  function hide(next: string[]): void {
    if (next.length > 0) localStorage.setItem(key, next.join(','))
    else localStorage.removeItem(key)
    setQuery(next.join(',') || (query ? NONE_HIDDEN : ''))
  }
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches)
  const widthOf = (column: TableColumn) => widths[column.id] ?? (isNarrow && shrinks(column) ? column.width * NARROW_SHARE : column.width)

  function move(column: TableColumn, by: 1 | -1): void {
    const movable = all.filter((one) => !one.isName).map((one) => one.id)
    const at = movable.indexOf(column.id)
    const to = Math.min(movable.length - 1, Math.max(0, at + by))
    setLayout({ order: movable.toSpliced(at, 1).toSpliced(to, 0, column.id), widths })
  }
  const resize = (column: TableColumn, width: number) =>
    setLayout({ order, widths: { ...widths, [column.id]: Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)) * 4) / 4 } })
  return {
    all,
    shown,
    hidden,
    isChanged: hidden.length > 0 || order.length > 0 || Object.keys(widths).length > 0,
    toggle: ({ id }: TableColumn) => hide(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]),
    move,
    widthOf,
    isSet: ({ id }: TableColumn) => widths[id] !== undefined,
    isNarrow,
    resize,
    reset: () => {
      hide([])
      setLayout(DEFAULT_LAYOUT)
    },
  }
}

const hiddenIn = (text: string) => (text === NONE_HIDDEN ? [] : text.split(',').filter(Boolean))
const shrinks = ({ kind, isFirm }: TableColumn) => !isFirm && kind !== 'answer'

function useLayout(key: string): [Layout, (next: Layout) => void] {
  const [kept, setKept] = useState<{ key: string; layout: Layout }>(() => ({ key, layout: read(key) }))
  if (kept.key !== key) setKept({ key, layout: read(key) })
  const set = (layout: Layout) => {
    localStorage.setItem(key, JSON.stringify(layout))
    setKept({ key, layout })
  }
  return [kept.layout, set]
}

function read(key: string): Layout {
  try {
    return { ...DEFAULT_LAYOUT, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Layout>) }
  } catch {
    return DEFAULT_LAYOUT
  }
}
