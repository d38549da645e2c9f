import { useState } from 'react'

/** The part of an application being read; on a wide screen, `resume` is next to the answers and as wide as a page. */
export type VisibleParts = 'answers' | 'resume' | 'facts'

const KEY = 'applicants_shown'
/** Wide enough for the answers next to a readable page; must match the stylesheets. */
const WIDE = '(min-width: 75em)'

/** The selected part, remembered by the browser if there's room for both; on a phone, an application starts with its answers. */
export function useVisibleParts(): [VisibleParts, (next: VisibleParts) => void] {
  const [shown, setShown] = useState<VisibleParts>(() => (localStorage.getItem(KEY) === 'resume' && window.matchMedia(WIDE).matches ? 'resume' : 'answers'))
  const set = (next: VisibleParts) => {
    if (next !== 'facts') localStorage.setItem(KEY, next)
    setShown(next)
  }
  return [shown, set]
}
