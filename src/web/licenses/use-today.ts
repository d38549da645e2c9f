import { useState } from 'react'

/** The local date when this screen was opened. */
export function useToday(): string {
  const [today] = useState(() => new Date().toLocaleDateString('en-CA'))
  return today
}
