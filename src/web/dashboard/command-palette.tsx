import '@mantine/spotlight/styles.css'
import { useMantineColorScheme } from '@mantine/core'
import { createSpotlight, Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import type { StaffRole } from '#contract/auth/auth.ts'
import { listAdminRoles } from '#contract/roles.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import { ALL_TIME_DAYS } from '#web/applicants/filters/use-filters.ts'
import { startOf, useMay, usePlaces } from '#web/layout/staff-places.ts'
import { useCall } from '#web/ui/use-call.ts'
import { NAME_SEARCH_GROUP, usePeople } from './use-people.ts'
import type { EarlyInput } from './early-field.tsx'
import { useLogout } from './use-logout.ts'

const [store, palette] = createSpotlight()
const REVIEW = '/admin/applications/'
const EMAILS = '/admin/email-templates'
const SELECTED = '[role="dialog"] [data-selected]'
type Props = { role: StaffRole; typed: RefObject<EarlyInput>; onReady: () => void; onKeys: () => void; onClose: () => void }

/** Opens anything by name. Lists only entries that exist. */
export function CommandPalette({ role, typed, onReady, onKeys, onClose }: Props): ReactNode {
  const [query, setQuery] = useState('')
  useEffect(() => palette.open(), [])
  useTyped({ typed, onReady, setQuery })
  usePrefetchReview(role)
  const people = usePeople(role, query)
  const others = [useLicenseSearch(role, query), usePages(role), useCommonTasks(role), useRoles(role), useEmails(role), useSettings(role, onKeys)]
  const groups = [...people.groups, ...(people.isNamed ? [] : others)].filter((group) => group.actions.length > 0)
  const awaited = useRef('')
  const hasMoved = useRef(false)
  /** Pressing Enter before anything is found opens the first entry that arrives, unless the query changes first. */
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key.startsWith('Arrow')) hasMoved.current = true
    // The palette selects its first row on its own, but Enter doesn't accept the offer while other entries may still match.
    if (key === 'Enter' && !hasMoved.current) selectBest(people)
    if (key === 'Enter' && !nativeEvent.isComposing && !document.querySelector(SELECTED)) awaited.current = query
  }
  const onQueryChange = (changed: string) => {
    awaited.current = ''
    hasMoved.current = false
    setQuery(changed)
  }
  // Before painting, because anyone who sees an entry selected can press Enter.
  useLayoutEffect(() => {
    if (query.trim() === '') return
    if (!hasMoved.current) selectBest(people)
    if (awaited.current !== query) return
    const found = document.querySelector<HTMLElement>(SELECTED)
    if (found) awaited.current = ''
    found?.click()
  })
  return (
    <Spotlight
      store={store}
      actions={groups}
      query={query}
      onQueryChange={onQueryChange}
      onSpotlightClose={onClose}
      shortcut={null}
      filter={matchingItems}
      limit={60}
      attributes={{ content: { 'aria-label': 'Find an applicant, a page, a role, an email or a setting' } }}
      nothingFound={people.failure ?? (people.isSearching ? 'Searching…' : 'No results.')}
      searchProps={{
        placeholder: 'Find an applicant, a page, a role, an email or a setting',
        'aria-label': 'Find an applicant, a page, a role, an email or a setting',
        onKeyDown,
        onPaste: (event) => {
          // Text fields drop a pasted signature's line breaks, which show where the name ends.
          const pasted = event.clipboardData.getData('text')
          if (!/[\r\n]/.test(pasted)) return
          event.preventDefault()
          onQueryChange(pasted.trim().replace(/\s*[\r\n]+\s*/g, ' | '))
        },
      }}
      highlightQuery
      scrollable
      maxHeight="26rem"
      radius="md"
      // A blurred overlay would be repainted on every keystroke.
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
    />
  )
}

/** Groups with a match in a name come first; the offer to search by name stays on top. */
function matchingItems(query: string, groups: (SpotlightActionGroupData | SpotlightActionData)[]): SpotlightActionGroupData[] {
  const text = query.trim().toLowerCase()
  const has = (words: string | string[] | undefined) => [words ?? ''].flat().join(' ').toLowerCase().includes(text)
  const rank = ({ label }: SpotlightActionData) => Number(!has(label))
  const rankOf = ({ group, actions }: SpotlightActionGroupData) => (group === NAME_SEARCH_GROUP ? -1 : Math.min(...actions.map(rank)))
  const all = groups.filter((one): one is SpotlightActionGroupData => 'actions' in one)
  return all
    .map((one) => ({
      ...one,
      actions: one.actions.filter((action: SpotlightActionData) => has(action.label) || has(action.description) || has(action.keywords)),
    }))
    .filter(({ actions }) => actions.length > 0)
    .map((one) => ({ ...one, actions: one.actions.toSorted((a: SpotlightActionData, b: SpotlightActionData) => rank(a) - rank(b)) }))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

const FIELD = 'input.mantine-Spotlight-search'
type Handover = { typed: RefObject<EarlyInput>; onReady: () => void; setQuery: (change: (query: string) => string) => void }

/** Inserts what was typed while this script was loading, once the field exists and receives keys. */
function useTyped({ typed, onReady, setQuery }: Handover): void {
  const take = useEffectEvent((field: HTMLInputElement) => {
    const { text, hasEntered } = typed.current
    // Synchronously: otherwise a key pressed before the next render would replace this text.
    flushSync(() => setQuery((query) => text + query))
    field.focus()
    // Also synchronously, so that nothing can be typed into the earlier field anymore.
    flushSync(onReady)
    if (hasEntered) requestAnimationFrame(() => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true })))
  })
  useEffect(() => {
    let frame = 0
    const look = () => {
      const field = document.querySelector<HTMLInputElement>(FIELD)
      if (field) take(field)
      else frame = requestAnimationFrame(look)
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [])
}

/** Preloads the screen that most searches lead to, while the person types. */
function usePrefetchReview(role: StaffRole): void {
  const review = usePlaces(role).find(({ start }) => start && REVIEW.startsWith(start))
  useEffect(() => {
    const soon = setTimeout(() => void review?.screen().catch(() => {}))
    return () => clearTimeout(soon)
  }, [review])
}

/**
 * Selects what Enter opens: the first match, although the offer to search by name is the first row. The offer itself is selected only once it's
 * certain that nothing else matches.
 */
function selectBest({ isOffered, isSettled }: { isOffered: boolean; isSettled: boolean }): void {
  const actions = [...document.querySelectorAll('[role="dialog"] [data-action]')]
  const best = isOffered ? (actions[1] ?? (isSettled ? actions[0] : undefined)) : actions[0]
  if (best?.hasAttribute('data-selected')) return
  for (const one of actions) one.removeAttribute('data-selected')
  best?.setAttribute('data-selected', 'true')
  store.updateState((now) => ({ ...now, selected: best ? actions.indexOf(best) : -1 }))
}

const LICENSE_SEARCH = /(?<!\S)license:\w/i

/** A search for `license:TX` opens the list. */
function useLicenseSearch(role: StaffRole, query: string): SpotlightActionGroupData {
  const navigate = useNavigate()
  const canReview = useCanReview(role)
  const q = query.trim()
  const search = {
    id: 'license-search',
    label: `Applicants found by ${q}`,
    description: 'In the list, for all roles and any time',
    keywords: query,
    onClick: () => void navigate(`${REVIEW}all/all/${ALL_TIME_DAYS}?${new URLSearchParams({ q })}`),
  }
  return { group: 'Licenses', actions: canReview && LICENSE_SEARCH.test(q) ? [search] : [] }
}

function useCanReview(role: StaffRole): boolean {
  return usePlaces(role).some((place) => place.path.startsWith(REVIEW) || place.start?.startsWith(REVIEW))
}

function usePages(role: StaffRole): SpotlightActionGroupData {
  const navigate = useNavigate()
  const pages = usePlaces(role).filter((place) => place.menu ?? place.card ?? place.path.endsWith('/dashboard'))
  return {
    group: 'Pages',
    actions: pages.map((place) => ({
      id: place.path,
      label: place.menu ?? place.card?.title ?? 'Admin Dashboard',
      ...(place.card && { description: place.card.text }),
      onClick: () => void navigate(startOf(place)),
    })),
  }
}

/** Common actions, shown to people with access to the screen for them. */
const COMMON_TASKS: { to: string; label: string; description: string; keywords: string; may?: 'decide' }[] = [
  { to: '/admin/roles?role=new', label: 'Create New Role', description: 'Start a posting', keywords: 'add new role job opening post' },
  { to: '/admin/people?invite', label: 'Invite a person', description: 'Give a colleague access', keywords: 'add user staff recruiter hiring manager owner' },
  {
    to: '/admin/interviews?hours',
    label: "Change an interviewer's hours",
    description: 'Working days, hours and days off',
    keywords: 'change hours working days off availability calendar',
    may: 'decide',
  },
  { to: '/admin/interviewers', label: 'Add an interviewer', description: 'Let someone write feedback', keywords: 'new register interviewer' },
  { to: '/admin/email-templates/new', label: 'New Template', description: 'Write another email', keywords: 'create add email template' },
]

function useCommonTasks(role: StaffRole): SpotlightActionGroupData {
  const navigate = useNavigate()
  const paths = usePlaces(role).map(({ path }): string => path)
  const mayDecide = useMay('decide')
  const open = COMMON_TASKS.filter(({ to, may }) => paths.includes(to.split('?')[0]!) && (may === undefined || mayDecide))
  return {
    group: 'Actions',
    actions: open.map(({ to, label, description, keywords }) => ({ id: to, label, description, keywords, onClick: () => void navigate(to) })),
  }
}

function useRoles(role: StaffRole): SpotlightActionGroupData {
  const navigate = useNavigate()
  const canReview = useCanReview(role)
  const { data = [] } = useCall(listAdminRoles, {}, { enabled: canReview })
  return {
    group: 'Applicants of a role',
    actions: data.map(({ ref_function_role_id, function_role_name, unanswered_applicants }) => ({
      id: `role-${ref_function_role_id}`,
      label: function_role_name,
      description: unanswered_applicants === 0 ? 'No one is waiting for a reply' : `${unanswered_applicants.toLocaleString('en-US')} waiting for a reply`,
      onClick: () => void navigate(`${REVIEW}${ref_function_role_id}/all/30`),
    })),
  }
}

function useEmails(role: StaffRole): SpotlightActionGroupData {
  const navigate = useNavigate()
  const canEdit = usePlaces(role).some((place) => place.path === EMAILS)
  const { data = [] } = useCall(listTemplates, {}, { enabled: canEdit })
  return {
    group: 'Emails',
    actions: data.map(({ ref_email_base_id, email_name, email_desc }) => ({
      id: `email-${ref_email_base_id}`,
      label: email_name,
      description: email_desc,
      onClick: () => void navigate(`${EMAILS}/${ref_email_base_id}`),
    })),
  }
}

function useSettings(role: StaffRole, onKeys: () => void): SpotlightActionGroupData {
  const { setColorScheme } = useMantineColorScheme()
  const leave = useLogout(role)
  return {
    group: 'Settings',
    actions: [
      { id: 'light', label: 'Light appearance', onClick: () => setColorScheme('light') },
      { id: 'dark', label: 'Dark appearance', onClick: () => setColorScheme('dark') },
      { id: 'auto', label: 'Match system appearance', onClick: () => setColorScheme('auto') },
      { id: 'keys', label: 'Shortcuts on this page', closeSpotlightOnTrigger: false, onClick: onKeys },
      { id: 'logout', label: 'Logout', onClick: leave },
    ],
  }
}
