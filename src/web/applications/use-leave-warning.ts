import { useEffect } from 'react'

/** Shows the browser's own prompt before the page closes, but only if something would be lost. */
export function useLeaveWarning(isWarned: boolean): void {
  useEffect(() => {
    if (!isWarned) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isWarned])
}
