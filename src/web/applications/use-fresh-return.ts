import { useEffect } from 'react'

/** A page that comes back from the browser's memory may show an application submitted since: it asks the server again. */
export function useFreshReturn(): void {
  useEffect(() => {
    const refresh = (event: PageTransitionEvent) => event.persisted && window.location.reload()
    window.addEventListener('pageshow', refresh)
    return () => window.removeEventListener('pageshow', refresh)
  }, [])
}
