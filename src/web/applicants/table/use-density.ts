import { useState } from 'react'

const KEY = 'applicants_density'

/** The row density, as last set in this browser. */
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
