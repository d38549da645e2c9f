import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, type RefObject } from 'react'

/** With this many rows or more, only those in view are rendered. */
const VIRTUALIZE_FROM = 100

type ScrollBox = { box: RefObject<HTMLDivElement | null>; rowHeight: number }
/** `reach` scrolls a row into view. */
type View = { shown: number[]; before: number; after: number; reach: (place: number) => void }

/** Which rows are rendered, and the height of those that aren't. */
export function useWindow(count: number, { box, rowHeight }: ScrollBox): View {
  const isVirtual = count > VIRTUALIZE_FROM
  // oxlint-disable-next-line react/incompatible-library -- the compiler skips this hook
  const virtual = useVirtualizer({ count, enabled: isVirtual, getScrollElement: () => box.current, estimateSize: () => rowHeight, overscan: 8 })
  const reach = useCallback((place: number) => virtual.scrollToIndex(place, { align: 'auto' }), [virtual])
  if (!isVirtual) return { shown: Array.from({ length: count }, (_, place) => place), before: 0, after: 0, reach: () => {} }
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return { shown: items.map((item) => item.index), before: first?.start ?? 0, after: last ? virtual.getTotalSize() - last.end : 0, reach }
}
