import { ActionIcon, Burger, Drawer, Kbd, Menu, UnstyledButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { StaffRole } from '#contract/auth/auth.ts'
import { useSession } from '#web/auth/use-session.ts'
import { ColorScheme } from '#web/layout/color-scheme.tsx'
import { Mark } from '#web/layout/logo.tsx'
import { isCurrent, isLogin, startOf, useCompany, usePlaces, type Place } from '#web/layout/staff-places.ts'
import { pressKey } from '#web/ui/shortcuts.ts'
import { IconChevronDown, IconKeyboard, IconSearch } from '#web/ui/staff-icons.tsx'
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
        <Link to={HOME[role]} className={classes['logo']} aria-current={pathname === `/${role}/dashboard` ? 'page' : undefined}>
          <Mark />
          <span className={classes['name']}>{name}</span> <span className={classes['area']}>{AREA[role]}</span>
        </Link>
        {hasMenu && (
          <nav aria-label="Main" className={classes['wide']}>
            <Entries role={role} email={session.email} isWide />
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

/** As many entries as an owner's bar has room for; with fewer, nothing needs to go under More. */
const MOST_IN_BAR = 8

function Entries({ role, email, isWide = false }: { role: StaffRole; email: string; isWide?: boolean }): ReactNode {
  const places = usePlaces(role)
  const { pathname } = useLocation()
  const leave = useLogout(role)
  const all = places.filter((place) => place.menu ?? place.card)
  const inMenu = all.filter((place) => place.menu)
  const others = all.filter((place) => !place.menu)
  const hasMore = role === 'interviewer' || (isWide && all.length > MOST_IN_BAR)
  return (
    <ul className={classes['entries']}>
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

/** The screens the bar has no room for; the button is marked while one of them is open. */
function More({ places, current }: { places: Place[]; current: Place | undefined }): ReactNode {
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes['more'] ?? ''} aria-current={current ? 'true' : undefined}>
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
      <span className={classes['verb']}>{verb}</span>
      {noun}
    </>
  )
}
