import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Applicant } from '#contract/applicants.ts'

/** Who is selected for a bulk action. */
export type Selection = ReturnType<typeof useSelection>

export function useSelection(rows: Applicant[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const anchor = useRef<number | null>(null)
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
  }, [rows])
  const picked = useMemo(() => rows.filter((one) => ids.has(one.user_session_id)), [rows, ids])

  /** With Shift held, everyone between the last one toggled and this one. */
  const toggle = useCallback((id: number, isRange: boolean) => {
    const order = latest.current.map((one) => one.user_session_id)
    const [from, to] = [anchor.current === null ? -1 : order.indexOf(anchor.current), order.indexOf(id)]
    const span = isRange && from >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
    anchor.current = id
    setIds((now) => (now.has(id) ? new Set([...now].filter((one) => !span.includes(one))) : new Set([...now, ...span])))
  }, [])
  const toggleAll = (isOn: boolean) => setIds(new Set(isOn ? rows.map((one) => one.user_session_id) : []))
  const clear = () => setIds(new Set())
  return { ids, picked, toggle, toggleAll, clear }
}
