import { createContext, use, type ComponentType } from 'react'
import type { Access, Power } from '#contract/staff/access.ts'
import type { StaffRole } from '#contract/auth/auth.ts'
import type { Inventory } from '#contract/dashboard.ts'

/** A screen of the staff app. */
export type Place = {
  /** In the router's syntax: `:name` for a parameter, `?` after an optional one. */
  path: `/${StaffRole}/${string}`
  who: StaffRole
  /** People with this power can open it. If unset, an admin screen is for owners only. */
  may?: Power
  /** Anyone signed in can open it. */
  isForAll?: true
  /** Loads the screen's code on the first visit. */
  screen: () => Promise<ComponentType>
  /** Its label in the top bar. */
  menu?: string
  /** Its card on the admin dashboard. */
  card?: { title: string; text: string; /** The count shown on it. */ counts?: keyof Inventory }
  /** Where the menu entry and the card go, for a path with parameters. */
  start?: string
  /** The path to mark in the menu while this screen is open, if it's not part of this path. */
  marks?: string
}

/** What pages show about the employer. */
export type Company = {
  name: string
  terms_url: string
  privacy_url: string
  /** The employer's own logo, or null. */
  logo: string | null
  /** The logo for a dark background, or null. */
  dark_logo: string | null
  /** The logo is too square to include a readable name. */
  needs_name: boolean
  /** True when there's no mail server and the browser runs on the server's machine: emails can be read at `/dev/mail`. */
  has_mailbox: boolean
  /** Staff can sign in with the employer's own provider. */
  has_sso: boolean
  /** Staff can sign in with an emailed code. */
  has_codes: boolean
}

export const Places = createContext<Place[]>([])
export type Permissions = { roles: Access[]; powers: Power[] }
/** What the signed-in person can do; if that's unknown, there are no roles, which hides nothing, because the server decides. */
export const PermissionsContext = createContext<Permissions>({ roles: [], powers: [] })
export const CompanyOf = createContext<Company>({
  name: '',
  terms_url: '',
  privacy_url: '',
  logo: null,
  dark_logo: null,
  needs_name: false,
  has_mailbox: false,
  has_sso: false,
  has_codes: true,
})

export function usePlaces(who: StaffRole): Place[] {
  const permissions = use(PermissionsContext)
  return use(Places).filter((place) => place.who === who && isOpenTo(place, permissions))
}

/** Whether an owner is signed in, as far as the browser knows. */
export function useIsOwner(): boolean {
  const { roles } = use(PermissionsContext)
  return roles.length === 0 || roles.includes('admin')
}

/** Whether the signed-in person has a power, as far as the browser knows. */
export function useMay(power: Power): boolean {
  const { roles, powers } = use(PermissionsContext)
  return roles.length === 0 || roles.includes('admin') || powers.includes(power)
}

export function isOpenTo({ who, may, isForAll }: Place, { roles, powers }: Permissions): boolean {
  if (isForAll || who === 'interviewer' || roles.length === 0 || roles.includes('admin')) return true
  return may !== undefined && powers.includes(may)
}

export function useCompany(): Company {
  return use(CompanyOf)
}

export function startOf(place: Place): string {
  return place.start ?? place.path
}

/** Whether a screen, or one of its subscreens, is open. */
export function isCurrent(place: Place, pathname: string, places: Place[]): boolean {
  const marked = places.find(({ path, marks }) => marks && startsWith(pathname, path))?.marks ?? pathname
  return startsWith(marked, place.path)
}

/** A screen's URLs start with the part of its path before the parameters. */
function startsWith(pathname: string, path: string): boolean {
  const fixed = path.split('/:')[0]!
  return pathname === fixed || pathname.startsWith(`${fixed}/`)
}

/** A page for people who aren't signed in yet, including the one that single sign-on returns to. */
export function isLogin(pathname: string): boolean {
  return /\/login(\/|$)/.test(pathname)
}
