import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Outlet, ScrollRestoration, useMatches, Link, useLocation } from 'react-router'
import type { StaffRole } from '#contract/auth/auth.ts'
import { ConfirmDialog } from '#web/auth/confirm-dialog.tsx'
import { SessionEnd } from '#web/auth/session-end.tsx'
import { useSession } from '#web/auth/use-session.ts'
import { StaffFooter } from '#web/layout/staff-footer.tsx'
import { PermissionsContext, isCurrent, isLogin, startOf, useCompany, usePlaces, type Place } from '#web/layout/staff-places.ts'
import { keepFocus } from '#web/ui/focus/keep-focus.ts'
import { scrollIntoViewIfHidden } from '#web/ui/focus/keep-in-sight.ts'
import { PageLoading } from '#web/ui/waiting/page-loading.tsx'
import { StillTrying } from '#web/ui/waiting/still-trying.tsx'
import { Toasts } from '#web/ui/toasts.tsx'
import { ActionIcon, Burger, Drawer, Kbd, Menu, UnstyledButton } from '@mantine/core'
import { ColorScheme } from '#web/layout/color-scheme.tsx'
import { Mark } from '#web/layout/logo.tsx'
import { pressKey } from '#web/ui/shortcuts.ts'
import { IconCalendar, IconChevronDown, IconDocument, IconDots, IconHome, IconKeyboard, IconList, IconSearch } from '#web/ui/staff-icons.tsx'
import { useLogout } from './use-logout.ts'
import staffBarClasses from './staff-bar.module.css'
import { StaffTools, useTools } from './staff-tools.tsx'
import classes from './staff-shell.module.css'

const TITLES: Record<StaffRole, string> = { admin: 'Careers-Admin', interviewer: 'Careers-Interviewers' }

/** The frame around every screen in an area. */
export function StaffShell({ role }: { role: StaffRole }): ReactNode {
  useFocusOnArrival()
  useEffect(() => {
    document.title = TITLES[role]
  }, [role])
  useEffect(() => {
    document.addEventListener('focusin', scrollIntoViewIfHidden)
    return () => document.removeEventListener('focusin', scrollIntoViewIfHidden)
  }, [])
  useEffect(keepFocus, [])
  const { roles = [], powers = [] } = useSession(role) ?? {}
  return (
    <PermissionsContext value={{ roles, powers }}>
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
    </PermissionsContext>
  )
}

/** Focuses the heading of a new screen, for people who can't see that the page changed. Changed parameters don't make a new screen. */
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

const HOME: Record<StaffRole, string> = { admin: '/admin/dashboard', interviewer: '/interviewer' }
const AREA: Record<StaffRole, string> = { admin: 'Admin', interviewer: 'Interviewers' }
const COMMAND = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

function StaffBar({ role }: { role: StaffRole }): ReactNode {
  const { name } = useCompany()
  const { pathname } = useLocation()
  const session = useSession(role)
  const hasMenu = session !== null && pathname !== '/' && !isLogin(pathname)
  return (
    <header className={staffBarClasses['bar']}>
      <div className={staffBarClasses['top']}>
        {hasMenu && <NarrowMenu role={role} email={session.email} key={pathname} />}
        <Link to={HOME[role]} className={staffBarClasses['logo']} aria-current={pathname === `/${role}/dashboard` ? 'page' : undefined}>
          <Mark />
          <span className={staffBarClasses['name']}>{name}</span> <span className={staffBarClasses['area']}>{AREA[role]}</span>
        </Link>
        {hasMenu && (
          <nav aria-label="Main" className={staffBarClasses['wide']}>
            <Entries role={role} email={session.email} isWide />
          </nav>
        )}
        <div className={staffBarClasses['tools']}>
          <ToolButtons />
          <ColorScheme />
        </div>
      </div>
      {hasMenu && role === 'admin' && <Dock key={pathname} email={session.email} />}
    </header>
  )
}

function ToolButtons(): ReactNode {
  const { isOpenFor, open } = useTools()
  if (!isOpenFor) return null
  return (
    <>
      <UnstyledButton className={staffBarClasses['search'] ?? ''} onClick={() => open('palette')} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={18} aria-hidden />
        <span className={staffBarClasses['searchWords']}>Go to a page or a role</span>
        <Kbd className={staffBarClasses['searchKeys'] ?? ''} aria-hidden>
          {COMMAND} K
        </Kbd>
      </UnstyledButton>
      <ActionIcon
        variant="default"
        size={36}
        className={staffBarClasses['keys'] ?? ''}
        aria-label="Keys"
        aria-keyshortcuts="?"
        title="Keys (?)"
        onClick={() => pressKey('?') || open('keys')}
      >
        <IconKeyboard size={18} aria-hidden />
      </ActionIcon>
    </>
  )
}

/** On a narrow screen, the entries are in a drawer, which closes on navigation. */
function NarrowMenu({ role, email }: { role: StaffRole; email: string }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Burger
        className={staffBarClasses['burger'] ?? ''}
        size="sm"
        opened={isOpen}
        onClick={() => setOpen(!isOpen)}
        aria-label="Menu"
        aria-expanded={isOpen}
        data-admin={role === 'admin' || undefined}
      />
      <MenuDrawer area={role} email={email} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

type MenuDrawerProps = { area: StaffRole; email: string; isOpen: boolean; onClose: () => void }

function MenuDrawer({ area, email, isOpen, onClose }: MenuDrawerProps): ReactNode {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title="Menu"
      size="19rem"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ body: staffBarClasses['drawer'] ?? '' }}
    >
      <nav aria-label="Main">
        <Entries role={area} email={email} />
      </nav>
    </Drawer>
  )
}

/** How many screens fit between Home and More on a phone. */
const MAX_IN_DOCK = 2
const DOCK_ICONS: Record<string, typeof IconHome> = { 'Applicant Review': IconList, Interviews: IconCalendar }

/** On a phone: the home screen and the first two screens within thumb reach, and all others under More. */
function Dock({ email }: { email: string }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const places = usePlaces('admin')
  const { pathname } = useLocation()
  const all = places.filter((place) => place.menu ?? place.card)
  const shown = all.slice(0, MAX_IN_DOCK)
  const isUnderMore = all.slice(MAX_IN_DOCK).some((place) => isCurrent(place, pathname, places))
  return (
    <nav aria-label="Main" className={staffBarClasses['dock']}>
      <Link to={HOME.admin} aria-current={pathname === HOME.admin ? 'page' : undefined}>
        <IconHome size={20} aria-hidden />
        Home
      </Link>
      {shown.map((place) => {
        const name = place.menu ?? place.card!.title
        const Icon = DOCK_ICONS[name] ?? IconDocument
        return (
          <Link key={place.path} to={startOf(place)} aria-current={isCurrent(place, pathname, places) ? 'page' : undefined}>
            <Icon size={20} aria-hidden />
            <span>
              <EntryName name={name} />
            </span>
          </Link>
        )
      })}
      <UnstyledButton onClick={() => setOpen(true)} aria-haspopup="dialog" aria-current={isUnderMore ? 'true' : undefined}>
        <IconDots size={20} aria-hidden />
        More
      </UnstyledButton>
      <MenuDrawer area="admin" email={email} isOpen={isOpen} onClose={() => setOpen(false)} />
    </nav>
  )
}

/** How many entries fit in an owner's bar; with fewer, nothing has to go under More. */
const MAX_IN_BAR = 8

function Entries({ role, email, isWide = false }: { role: StaffRole; email: string; isWide?: boolean }): ReactNode {
  const places = usePlaces(role)
  const { pathname } = useLocation()
  const leave = useLogout(role)
  const all = places.filter((place) => place.menu ?? place.card)
  const inMenu = all.filter((place) => place.menu)
  const others = all.filter((place) => !place.menu)
  const hasMore = role === 'interviewer' || (isWide && all.length > MAX_IN_BAR)
  return (
    <ul className={staffBarClasses['entries']}>
      {[...inMenu, ...(hasMore ? [] : others)].map((place) => (
        <li key={place.path}>
          <Link to={startOf(place)} aria-current={isCurrent(place, pathname, places) ? 'page' : undefined}>
            <EntryName name={place.menu ?? place.card!.title} />
          </Link>
        </li>
      ))}
      {hasMore && role === 'admin' && (
        <li>
          <More places={others} current={others.find((place) => isCurrent(place, pathname, places))} />
        </li>
      )}
      <li className={staffBarClasses['leave']}>
        <Link
          to={`/${role}/login`}
          title={`Signed in as ${email}`}
          onClick={(event) => {
            event.preventDefault()
            leave()
          }}
        >
          Logout
        </Link>
      </li>
    </ul>
  )
}

/** The screens that don't fit in the bar; the button is marked while one of them is open. */
function More({ places, current }: { places: Place[]; current: Place | undefined }): ReactNode {
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className={staffBarClasses['more'] ?? ''} aria-current={current ? 'true' : undefined}>
          More <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label="More">
        {places.map((place) => (
          <Menu.Item key={place.path} component={Link} to={startOf(place)} aria-current={place === current ? 'page' : undefined}>
            {place.card!.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** In the bar, the verb is only for screen readers; visually, the noun is enough. */
function EntryName({ name }: { name: string }): ReactNode {
  const [, verb, noun] = /^(Edit Interview |Edit |Manage |Applicant )(.+)$/.exec(name) ?? []
  if (!noun) return name
  return (
    <>
      <span className={staffBarClasses['verb']}>{verb}</span>
      {noun}
    </>
  )
}
