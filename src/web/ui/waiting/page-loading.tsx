import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { useNavigation } from 'react-router'
import classes from './page-loading.module.css'

let waiting = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  waiting += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets the app's single page-loading flag while `isLoading`. */
export function usePageLoading(isLoading: boolean): void {
  useEffect(() => {
    if (!isLoading) return
    change(1)
    return () => change(-1)
  }, [isLoading])
}

export function useIsPageLoading(): boolean {
  const isSet = useSyncExternalStore(subscribe, () => waiting > 0)
  return useNavigation().state !== 'idle' || isSet
}

/** A line across the top while a page loads. */
export function PageLoading(): ReactNode {
  const isLoading = useIsPageLoading()
  return <div className={classes['line']} data-loading={isLoading || undefined} aria-hidden="true" />
}
