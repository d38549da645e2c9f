import { useSyncExternalStore, type ReactNode } from 'react'

/** Shown before anything is typed. */
export function CookieNote(): ReactNode {
  const isBlocked = useSyncExternalStore(never, areCookiesBlocked, () => false)
  return (
    <div role="status">
      {isBlocked && (
        <div className="notice warn">
          <p>
            Your browser is blocking cookies for this site. You can still apply, but you can't add a resume here or come back to a draft. To do either, allow
            cookies and reload the page.
          </p>
        </div>
      )}
    </div>
  )
}

/** `navigator.cookieEnabled` is true even in browsers that drop every cookie, so this tries one. */
export function areCookiesBlocked(): boolean {
  document.cookie = 'probe=1; SameSite=Lax; path=/'
  const isKept = /(?:^|; )probe=1/.test(document.cookie)
  document.cookie = 'probe=; SameSite=Lax; path=/; Max-Age=0'
  return !isKept
}

export function OfflineNote(): ReactNode {
  const isOffline = useSyncExternalStore(
    onConnection,
    () => !navigator.onLine,
    () => false,
  )
  return (
    <p className="offline" role="status">
      {isOffline && "You're offline. What you type is saved on this device; submit it when you're back online."}
    </p>
  )
}

function onConnection(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function never(): () => void {
  return () => {}
}
