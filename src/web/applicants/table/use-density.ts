import { useState } from 'react'

const KEY = 'applicants_density'

/** How close together the rows are, as this browser left it. */
export type DensityChoice = ReturnType<typeof useDensity>
export type Density = 'comfortable' | 'compact'

export function useDensity() {
  const [density, setDensity] = useState<Density>(() => (localStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable'))
  const set = (next: Density) => {
    localStorage.setItem(KEY, next)
    setDensity(next)
  }
  return { density, setDensity: set }
}
