import { ACCESS, AssignedRole } from '#contract/staff/access.ts'
import { isLimited, type Person } from '#contract/staff/staff.ts'
import type { FunctionRole } from '#contract/roles.ts'

/** The roles a person can be given. Becoming an owner removes any other role. */
export const CHOICES = [...AssignedRole.options, 'admin'] as const
export type Choice = (typeof CHOICES)[number]

/** The form state for a person: openings are IDs as text, as the field expects. */
export type PersonDraft = { email: string; role: Choice; may_decide_flag: boolean; scope: string[]; departments: string[] }

export const NEW_PERSON: PersonDraft = { email: '', role: 'recruiter', may_decide_flag: false, scope: [], departments: [] }

export function toDraft({ email, given_role, may_decide_flag, scope, departments }: Person): PersonDraft {
  return { email, role: given_role ?? 'recruiter', may_decide_flag, scope: scope.map(String), departments }
}

export function toRequest({ may_decide_flag, scope, departments }: PersonDraft, given_role: AssignedRole) {
  return { given_role, may_decide_flag, ...(isLimited(given_role) ? { scope: scope.map(Number), departments } : { scope: [], departments: [] }) }
}

export function rolesSummary({ roles, suspended_at }: Person): string {
  if (suspended_at) return 'Suspended'
  return roles.map((role) => ACCESS[role].name).join(', ')
}

/** A short description of which applicants a person sees. */
export function accessSummary(person: Person, openings: FunctionRole[]): string {
  if (person.roles.includes('admin')) return 'All openings'
  if (!person.given_role || !isLimited(person.given_role)) return '–'
  const names = openings.filter((one) => person.scope.includes(one.ref_function_role_id)).map((one) => one.function_role_name)
  const rolesLed = openings.filter((one) => one.hiring_lead_email.toLowerCase() === person.email).map((one) => `${one.function_role_name} (hiring lead)`)
  const all = [...person.departments.map((name) => `${name} (all)`), ...rolesLed, ...names]
  return all.length === 0 ? 'No openings yet' : all.join(', ')
}
