import { useEffect, useState } from 'react'

/**
 * Returns a function for the links and buttons of a list: once the URL has followed, focus goes to the form's heading, which a phone scrolls to. The
 * URL may change with a delay, because unsaved text asks first.
 */
export function useGoToForm(chosen: string | null, headingId: string): (id: string) => void {
  const [asked, setAsked] = useState(chosen === null ? null : { id: chosen })
  useEffect(() => {
    if (asked && asked.id === chosen) goTo(document.getElementById(headingId))
  }, [asked, chosen, headingId])
  return (id) => setAsked({ id })
}

/** Leaves the page where it is if the heading is already in the upper half of the window. */
function goTo(heading: HTMLElement | null): void {
  if (!heading) return
  heading.focus({ preventScroll: true })
  const { top, bottom } = heading.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight / 2) heading.scrollIntoView({ block: 'start' })
}
