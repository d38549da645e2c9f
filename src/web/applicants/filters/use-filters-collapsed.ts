import { useState } from 'react'

const KEY = 'applicants_filters_folded'
/** The minimum width for a sidebar. */
const TALL_SCREEN = '(min-width: 1440px)'

/** Whether the filters are collapsed into one line, as last set in this browser; below 1440 px, they start collapsed. */
export function useFiltersCollapsed(): [boolean, (isFolded: boolean) => void] {
  const [isFolded, setFolded] = useState(() => {
    const kept = localStorage.getItem(KEY)
    return kept === null ? !window.matchMedia(TALL_SCREEN).matches : kept === 'yes'
  })
  const set = (next: boolean) => {
    localStorage.setItem(KEY, next ? 'yes' : 'no')
    setFolded(next)
  }
  return [isFolded, set]
}
