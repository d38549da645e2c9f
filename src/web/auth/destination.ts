import type { StaffRole } from '#contract/auth/auth.ts'

const keyOf = (role: StaffRole) => `${role}_wanted`

/** Remembers the page requested before sign-in, in this tab only and never in a URL. */
export function rememberDestination(role: StaffRole, path: string): void {
  sessionStorage.setItem(keyOf(role), path)
}

/** Where to go after sign-in: the page that was requested, if it's in this area, otherwise the dashboard. */
export function takeDestination(role: StaffRole): string {
  const path = sessionStorage.getItem(keyOf(role))
  sessionStorage.removeItem(keyOf(role))
  return path?.startsWith(`/${role}/`) && !path.startsWith(`/${role}/login`) ? path : `/${role}/dashboard`
}
