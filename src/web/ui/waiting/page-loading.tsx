import { useEffect, type ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { makeStore, useStoreValue } from '#web/external-store.ts'
import classes from './page-loading.module.css'

const waiting = makeStore(0)

/** Sets the app's single page-loading flag while `isLoading`. */
export function usePageLoading(isLoading: boolean): void {
  useEffect(() => {
    if (!isLoading) return
    waiting.set(waiting.get() + 1)
    return () => waiting.set(waiting.get() - 1)
  }, [isLoading])
}

export function useIsPageLoading(): boolean {
  const isSet = useStoreValue(waiting) > 0
  return useNavigation().state !== 'idle' || isSet
}

/** A line across the top while a page loads. */
export function PageLoading(): ReactNode {
  const isLoading = useIsPageLoading()
  return <div className={classes['line']} data-loading={isLoading || undefined} aria-hidden="true" />
}
