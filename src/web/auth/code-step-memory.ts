import type { StaffRole } from '#contract/auth/auth.ts'

/** The pending code. `wrong` counts failed entries in this tab. */
export type AwaitedCode = { email: string; sent_at: number; wrong: number }

const keyOf = (role: StaffRole) => `${role}_awaited_code`

/** Saved for this tab, so a reload returns to the code step. */
export function saveAwaitedCode(role: StaffRole, awaited: AwaitedCode | null): void {
  if (awaited) sessionStorage.setItem(keyOf(role), JSON.stringify(awaited))
  else sessionStorage.removeItem(keyOf(role))
}

export function readAwaitedCode(role: StaffRole): AwaitedCode | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(role)) ?? 'null') as AwaitedCode | null
    return kept && typeof kept.email === 'string' && typeof kept.sent_at === 'number' ? { ...kept, wrong: Number(kept.wrong) || 0 } : null
  } catch {
    return null
  }
}
