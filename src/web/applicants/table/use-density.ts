import { useState } from 'react'

export type Density = 'comfortable' | 'compact'
const KEY = 'applicants_density'

/** How close the rows of the table stand, as this browser left it. */
export function useDensity(): [Density, (next: Density) => void] {
  const [density, setDensity] = useState<Density>(() => (localStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable'))
  const set = (next: Density) => {
    localStorage.setItem(KEY, next)
    setDensity(next)
  }
  return [density, set]
}
