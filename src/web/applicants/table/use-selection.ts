import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMay } from '#web/layout/staff-places.ts'

/** Who is selected for a bulk action. People who can't decide can't select anyone. */
export type Selection = ReturnType<typeof useSelection>

export function useSelection(order: number[]) {
  const isOpen = useMay('decide')
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const anchor = useRef<number | null>(null)
  const latest = useRef(order)
  useEffect(() => {
    latest.current = order
  }, [order])
  const picked = useMemo(() => order.filter((id) => ids.has(id)), [order, ids])

  /** With Shift held, everyone between the last one toggled and this one. */
  const toggle = useCallback(
    (id: number, isRange: boolean) => {
      if (!isOpen) return
      const [from, to] = [anchor.current === null ? -1 : latest.current.indexOf(anchor.current), latest.current.indexOf(id)]
      const span = isRange && from >= 0 ? latest.current.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      anchor.current = id
      setIds((now) => (now.has(id) ? new Set([...now].filter((one) => !span.includes(one))) : new Set([...now, ...span])))
    },
    [isOpen],
  )
  const toggleAll = (isOn: boolean) => setIds(new Set(isOn ? order : []))
  const clear = () => setIds(new Set())
  return { isOpen, ids, picked, toggle, toggleAll, clear }
}
