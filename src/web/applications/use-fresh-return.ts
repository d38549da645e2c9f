import { useEffect } from 'react'

/** A page restored from the browser's back/forward cache may show an application submitted since, so it reloads. */
export function useFreshReturn(): void {
  useEffect(() => {
    const refresh = (event: PageTransitionEvent) => event.persisted && window.location.reload()
    window.addEventListener('pageshow', refresh)
    return () => window.removeEventListener('pageshow', refresh)
  }, [])
}
