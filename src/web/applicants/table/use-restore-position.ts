import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { focusRow } from './columns/row-link.ts'

/** Each list's scroll position when it was last left, in this tab. */
const savedPositions = new Map<string, number>()
/** The last applicant opened. */
let lastOpened: number | null = null

export function rememberOpened(id: number): void {
  lastOpened = id
}

type Table = { box: RefObject<HTMLElement | null>; ids: number[]; statusId: string; reach: (place: number) => void }

/** On returning from an application, restores the list's position and focuses the row of the last one opened. */
export function useRestorePosition({ box, ids, reach }: Table): void {
  const { pathname, search } = useLocation()
  const key = pathname + search
  const isBack = useRef(lastOpened !== null)
  useLayoutEffect(() => {
    const place = box.current
    if (!place) return
    place.scrollTo({ top: savedPositions.get(key) ?? 0 })
    const keep = () => savedPositions.set(key, place.scrollTop)
    // Runs before the table reacts and changes its rows; reading the position afterward would force a layout.
    const first = { passive: true, capture: true }
    place.addEventListener('scroll', keep, first)
    return () => place.removeEventListener('scroll', keep, first)
  }, [box, key])
  useEffect(() => {
    if (!isBack.current || lastOpened === null) return
    isBack.current = false
    const at = ids.indexOf(lastOpened)
    if (at < 0) return
    reach(at)
    focusRow(box.current, lastOpened)
    lastOpened = null
  }, [box, ids, reach])
}
