import { useState } from 'react'

/** The day on which this screen was opened, here. */
export function useToday(): string {
  const [today] = useState(() => new Date().toLocaleDateString('en-CA'))
  return today
}
