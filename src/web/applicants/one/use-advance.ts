import { useState } from 'react'

const KEY = 'applicants_advance_off'

/** Whether to advance to the next applicant after a decision; stored in this browser. */
export type Advance = ReturnType<typeof useAdvance>

export function useAdvance() {
  const [isOn, setOn] = useState(() => localStorage.getItem(KEY) === null)
  const set = (next: boolean) => {
    if (next) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'yes')
    setOn(next)
  }
  return { isOn, setOn: set }
}
