import { useCallback, useEffect, useState, type ComponentType } from 'react'

const loaded = new Map<unknown, unknown>()

/** Shown where a part of the page couldn't be loaded. */
export const PART_FAILED = "This part of the page couldn't be loaded. Check your connection and try again. If that doesn't help, reload the page."

type Part<T> = {
  /** Null while it's loading. */
  Component: T | null
  /** Retries after a failure; null otherwise. */
  again: (() => void) | null
}

/**
 * Loads a component's script when `isNeeded`, once per document; `load` must be the same function each time. If that fails, the rest of the screen
 * stays as it is, including everything typed in it.
 */
export function usePart<T extends ComponentType<never>>(load: () => Promise<T>, isNeeded = true): Part<T> {
  const [failed, setFailed] = useState<unknown>(null)
  const [, show] = useState(0)
  const Component = (loaded.get(load) as T | undefined) ?? null
  const hasFailed = failed === load && !Component
  const isWanted = isNeeded && !Component && !hasFailed
  useEffect(() => {
    if (!isWanted) return
    preparePart(load).then(
      () => show((count) => count + 1),
      () => setFailed(() => load),
    )
  }, [isWanted, load])
  const again = useCallback(() => setFailed(null), [])
  return { Component, again: hasFailed ? again : null }
}

/** Loads a part before it's needed. */
export async function preparePart(load: () => Promise<unknown>): Promise<void> {
  await loadStylesAgain()
  loaded.set(load, await load())
}

const failedStyles = new Set<HTMLLinkElement>()
document.addEventListener('error', ({ target }) => void (target instanceof HTMLLinkElement && failedStyles.add(target)), true)

/** A part's styles are loaded with its script, but the build's loader doesn't retry them. */
async function loadStylesAgain(): Promise<void> {
  const failed = [...failedStyles].filter((link) => link.rel === 'stylesheet' && link.isConnected)
  failedStyles.clear()
  await Promise.all(
    failed.map((link) => {
      const fresh = document.createElement('link')
      Object.assign(fresh, { rel: 'stylesheet', href: link.href })
      const isDone = new Promise((done, fail) => Object.assign(fresh, { onload: done, onerror: fail }))
      link.replaceWith(fresh)
      return isDone
    }),
  )
}
