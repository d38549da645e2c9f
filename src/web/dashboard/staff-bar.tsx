import { ActionIcon, Burger, Drawer, Kbd, UnstyledButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { StaffRole } from '#contract/auth/auth.ts'
import { useSession } from '#web/auth/use-session.ts'
import { ColorScheme } from '#web/layout/color-scheme.tsx'
import { Mark } from '#web/layout/logo.tsx'
import { isLogin, startOf, useCompany, usePlaces } from '#web/layout/staff-places.ts'
import { pressKey } from '#web/ui/shortcuts.ts'
import { IconKeyboard, IconSearch } from '#web/ui/staff-icons.tsx'
import { useTools } from './staff-tools.tsx'
import { useLogout } from './use-logout.ts'
import classes from './staff-bar.module.css'

const HOME: Record<StaffRole, string> = { admin: '/admin/dashboard', interviewer: '/interviewer' }
const AREA: Record<StaffRole, string> = { admin: 'Admin', interviewer: 'Interviewers' }
const COMMAND = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

export function StaffBar({ role }: { role: StaffRole }): ReactNode {
  const { name } = useCompany()
  const { pathname } = useLocation()
  const session = useSession(role)
  const hasMenu = session !== null && pathname !== '/' && !isLogin(pathname)
  return (
    <header className={classes['bar']}>
      <div className={classes['top']}>
        {hasMenu && <NarrowMenu role={role} email={session.email} key={pathname} />}
        <Link to={HOME[role]} className={classes['logo']}>
          <Mark />
          <span className={classes['name']}>{name}</span> <span className={classes['area']}>{AREA[role]}</span>
        </Link>
        {hasMenu && (
          <nav aria-label="Main" className={classes['wide']}>
            <Entries role={role} email={session.email} />
          </nav>
        )}
        <div className={classes['tools']}>
          <ToolButtons />
          <ColorScheme />
        </div>
      </div>
    </header>
  )
}

function ToolButtons(): ReactNode {
  const { isOpenFor, open } = useTools()
  if (!isOpenFor) return null
  return (
    <>
      <UnstyledButton className={classes['search'] ?? ''} onClick={() => open('palette')} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={18} aria-hidden />
        <span className={classes['searchWords']}>Go to a page or a role</span>
        <Kbd className={classes['searchKeys'] ?? ''} aria-hidden>
          {COMMAND} K
        </Kbd>
      </UnstyledButton>
      <ActionIcon
        variant="default"
        size={36}
        className={classes['keys'] ?? ''}
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
      <Burger className={classes['burger'] ?? ''} size="sm" opened={isOpen} onClick={() => setOpen(!isOpen)} aria-label="Menu" aria-expanded={isOpen} />
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Menu"
        size="19rem"
        closeButtonProps={{ 'aria-label': 'Close' }}
        classNames={{ body: classes['drawer'] ?? '' }}
      >
        <nav aria-label="Main">
          <Entries role={role} email={email} />
        </nav>
      </Drawer>
    </>
  )
}

function Entries({ role, email }: { role: StaffRole; email: string }): ReactNode {
  const entries = usePlaces(role).filter((place) => place.menu)
  const { pathname } = useLocation()
  const leave = useLogout(role)
  return (
    <ul className={classes['entries']}>
      {entries.map((place) => (
        <li key={place.path}>
          <Link to={startOf(place)} aria-current={isWithin(place.path, pathname) ? 'page' : undefined}>
            <EntryName name={place.menu!} />
          </Link>
        </li>
      ))}
      <li className={classes['leave']}>
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

/** In the bar, the verb is only for screen readers; visually, the noun is enough. */
function EntryName({ name }: { name: string }): ReactNode {
  const [, verb, noun] = /^(Edit Interview |Edit |Manage |Applicant )(.+)$/.exec(name) ?? []
  if (!noun) return name
  return (
    <>
      <span className={classes['verb']}>{verb}</span>
      {noun}
    </>
  )
}

/** A screen belongs to the entry whose path it starts with, whatever the parameters. */
function isWithin(path: string, pathname: string): boolean {
  const fixed = path.split('/:')[0]!
  return pathname === fixed || pathname.startsWith(`${fixed}/`)
}
