import { useEffect, useRef, type ReactNode } from 'react'
import { Outlet, ScrollRestoration, useMatches } from 'react-router'
import type { StaffRole } from '#contract/auth/auth.ts'
import { ConfirmDialog } from '#web/auth/confirm-dialog.tsx'
import { SessionEnd } from '#web/auth/session-end.tsx'
import { useSession } from '#web/auth/use-session.ts'
import { StaffFooter } from '#web/layout/staff-footer.tsx'
import { StandingOf } from '#web/layout/staff-places.ts'
import { keepFocus } from '#web/ui/focus/keep-focus.ts'
import { keepInSight } from '#web/ui/focus/keep-in-sight.ts'
import { PageLoading } from '#web/ui/waiting/page-loading.tsx'
import { StillTrying } from '#web/ui/waiting/still-trying.tsx'
import { Toasts } from '#web/ui/toasts.tsx'
import { StaffBar } from './staff-bar.tsx'
import { StaffTools } from './staff-tools.tsx'
import classes from './staff-shell.module.css'

const TITLES: Record<StaffRole, string> = { admin: 'Careers-Admin', interviewer: 'Careers-Interviewers' }

/** The frame around every screen of an area. */
export function StaffShell({ role }: { role: StaffRole }): ReactNode {
  useFocusOnArrival()
  useEffect(() => {
    document.title = TITLES[role]
  }, [role])
  useEffect(() => {
    document.addEventListener('focusin', keepInSight)
    return () => document.removeEventListener('focusin', keepInSight)
  }, [])
  useEffect(keepFocus, [])
  const { roles = [], powers = [] } = useSession(role) ?? {}
  return (
    <StandingOf value={{ roles, powers }}>
      <a className={classes['skip']} href="#main">
        Skip to main content
      </a>
      <PageLoading />
      <StaffTools role={role}>
        <StaffBar role={role} />
      </StaffTools>
      <main id="main" tabIndex={-1} className={classes['main']}>
        <Outlet />
      </main>
      <StaffFooter role={role} />
      <SessionEnd role={role} />
      <ConfirmDialog role={role} />
      <StillTrying />
      <Toasts />
      <ScrollRestoration />
    </StandingOf>
  )
}

/** Focuses the heading of a new screen, for people who can't see that the page changed. A change of parameters isn't a new screen. */
function useFocusOnArrival(): void {
  const place = useMatches().at(-1)?.id
  const last = useRef(place)
  useEffect(() => {
    if (last.current === place) return
    last.current = place
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [place])
}
