import { useCallback, type ReactNode } from 'react'

/** The height of the rows that aren't rendered. */
export function Gap({ height }: { height: number }): ReactNode {
  const setHeight = useCallback((row: HTMLTableRowElement | null) => row?.style.setProperty('height', `${height}px`), [height])
  return height > 0 ? <tr ref={setHeight} aria-hidden="true" /> : null
}
