import { useEffect } from 'react'

/** The browser's own prompt before the page closes, only while something would be lost. */
export function useLeaveWarning(isWarned: boolean): void {
  useEffect(() => {
    if (!isWarned) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isWarned])
}
