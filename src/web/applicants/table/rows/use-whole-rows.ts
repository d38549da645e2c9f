import { useLayoutEffect, type RefObject } from 'react'

/** The space between the table and the bottom of the window. */
const EDGE_PX = 16
/** In a short window, the page scrolls instead; a table with fewer rows would be useless. */
const MIN_ROWS = 6
const BORDERS_PX = 2

/** Extends the box to the bottom of the window and ends it with a whole row, so no row is cut off and there's no empty strip. */
export function useWholeRows(box: RefObject<HTMLElement | null>, rowHeight: number): void {
  useLayoutEffect(() => {
    const place = box.current
    if (!place) return
    const fit = () => {
      const head = place.querySelector('thead')?.getBoundingClientRect().height ?? 0
      const room = window.innerHeight - EDGE_PX - BORDERS_PX - (place.getBoundingClientRect().top + window.scrollY) - head
      const rows = Math.max(MIN_ROWS, Math.floor(room / rowHeight))
      place.style.setProperty('--rows', `${head + rows * rowHeight + BORDERS_PX}px`)
    }
    fit()
    let frame = 0
    // The content above can wrap, and fonts can load late. Resizing the box in its own callback would be an error, so this waits.
    const watch = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(fit)
    })
    watch.observe(document.body)
    watch.observe(place)
    window.addEventListener('resize', fit)
    return () => {
      cancelAnimationFrame(frame)
      watch.disconnect()
      window.removeEventListener('resize', fit)
    }
  }, [box, rowHeight])
}
