import { useMemo, useRef, useEffect } from 'react'
import { useMay } from '#web/layout/staff-places.ts'
import { useStoreValue, useCreateStore, type ExternalStore } from '#web/external-store.ts'

type Ids = ReadonlySet<number>

/** Who is selected for a bulk action. People who can't decide can't select anyone. */
export type Selection = {
  isOpen: boolean
  kept: ExternalStore<Ids>
  /** With Shift held, toggles everyone between the last one toggled and this one. */
  toggle: (id: number, isRange: boolean) => void
  toggleAll: (isOn: boolean) => void
  drop: (ids: number[]) => void
}

/** Use `useSelectedIds` to get who is selected, so clicking a checkbox re-renders only the list, not the whole screen. */
export function useSelection(order: number[]): Selection {
  const isOpen = useMay('decide')
  const kept = useCreateStore<Ids>(new Set())
  const anchor = useRef<number | null>(null)
  const latest = useRef(order)
  useEffect(() => {
    latest.current = order
  }, [order])
  return useMemo(() => {
    function toggle(id: number, isRange: boolean): void {
      if (!isOpen) return
      const [from, to] = [anchor.current === null ? -1 : latest.current.indexOf(anchor.current), latest.current.indexOf(id)]
      const span = isRange && from >= 0 ? latest.current.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      const now = kept.get()
      anchor.current = id
      kept.set(now.has(id) ? new Set([...now].filter((one) => !span.includes(one))) : new Set([...now, ...span]))
    }
    const toggleAll = (isOn: boolean) => kept.set(new Set(isOn ? latest.current : []))
    const drop = (ids: number[]) => kept.set(kept.get().difference(new Set(ids)))
    return { isOpen, kept, toggle, toggleAll, drop }
  }, [isOpen, kept])
}

/** Who is selected now; `picked` is in list order. */
export function useSelectedIds({ kept }: Selection, order: number[]): { ids: Ids; picked: number[] } {
  const ids = useStoreValue(kept)
  return { ids, picked: useMemo(() => order.filter((id) => ids.has(id)), [order, ids]) }
}
