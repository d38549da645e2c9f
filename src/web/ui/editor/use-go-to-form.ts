import { useEffect, useRef } from 'react'

/**
 * Returns a function for the links and buttons of a list: once the URL has followed, focus goes to the form's heading, which a phone scrolls to. The
 * URL may change with a delay, because unsaved text asks first.
 */
export function useGoToForm(chosen: string | null, headingId: string): (id: string) => void {
  const asked = useRef(chosen)
  useEffect(() => {
    if (asked.current === null || asked.current !== chosen) return
    asked.current = null
    goTo(document.getElementById(headingId))
  }, [chosen, headingId])
  return (id) => {
    if (id === chosen) goTo(document.getElementById(headingId))
    else asked.current = id
  }
}

/** Leaves the page where it is if the heading is already in the upper half of the window. */
function goTo(heading: HTMLElement | null): void {
  if (!heading) return
  heading.focus({ preventScroll: true })
  const { top, bottom } = heading.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight / 2) heading.scrollIntoView({ block: 'start' })
}
