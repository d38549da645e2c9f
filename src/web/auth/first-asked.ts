import type { StaffRole } from '#contract/auth/auth.ts'

const keyOf = (role: StaffRole) => `${role}_wanted`

/** Remembers the page that was asked for before somebody had signed in. In this tab only, and never in an address. */
export function keepWanted(role: StaffRole, path: string): void {
  sessionStorage.setItem(keyOf(role), path)
}

/** Where to go after signing in: the page first asked for, if it is of this area, else the dashboard. */
export function takeWanted(role: StaffRole): string {
  const path = sessionStorage.getItem(keyOf(role))
  sessionStorage.removeItem(keyOf(role))
  return path?.startsWith(`/${role}/`) && !path.startsWith(`/${role}/login`) ? path : `/${role}/dashboard`
}
