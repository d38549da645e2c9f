import { ACCESS, canOpenArea, powersOf, type Access, type Area, type AssignedRole, type Power } from '#contract/staff/access.ts'
import { NOT_AN_ADMIN, wrongDomainMessage } from '#contract/auth/auth.ts'
import { isEmailAddress } from '#contract/applications/answer-checks.ts'
import type { Env } from '#server/env.ts'
import type { Scope } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { findMember } from './store.ts'

type Rules = Pick<Env, 'ADMIN_EMAILS' | 'COMPANY_DOMAIN'>

/**
 * Returns the canonical spelling of an address, or null for anything but exactly one plain address. Nothing is corrected: look-alike letters are
 * rejected.
 */
export function canonicalAddress(text: string): string | null {
  const trimmed = text.trim()
  // Check before lowercasing, which maps some letters of other alphabets to ASCII.
  return isEmailAddress(trimmed) ? trimmed.toLowerCase() : null
}

/** What's stored about an address: its assigned role, whether it was made an owner, and whether an owner suspended it. */
export type Member = { owner_flag: boolean; given_role: AssignedRole | null; may_decide_flag: boolean; suspended_at: string | null; scope: number[] }
export type Permissions = { roles: Access[]; powers: Power[]; scope: Scope }

/** Returns the roles that don't have to be assigned, read for every request from the settings and, for owners, also from the database. */
function fixedRoles(rules: Rules, email: string, member: Member | null): Access[] {
  const roles: Access[] = []
  if (rules.ADMIN_EMAILS.includes(email) || member?.owner_flag) roles.push('admin')
  if (email.endsWith(`@${rules.COMPANY_DOMAIN}`)) roles.push('interviewer')
  return roles
}

/**
 * Returns what an address is currently allowed to do. Suspending or limiting an owner has no effect, so owners can't lock each other or themselves
 * out.
 */
export function permissionsOf(rules: Rules, email: string, member: Member | null): Permissions {
  const fixed = fixedRoles(rules, email, member)
  if (fixed.includes('admin')) return { roles: fixed, powers: powersOf(fixed, false), scope: 'everyone' }
  if (member?.suspended_at) return { roles: [], powers: [], scope: [] }
  const roles = member?.given_role ? [member.given_role, ...fixed] : fixed
  const isScoped = roles.some((role) => ACCESS[role].isScoped)
  return { roles, powers: powersOf(roles, member?.may_decide_flag ?? false), scope: isScoped ? member!.scope : [] }
}

export async function isOwner({ db, env }: Pick<Services, 'db' | 'env'>, email: string): Promise<boolean> {
  return permissionsOf(env, email, await findMember(db, email)).roles.includes('admin')
}

type AccessQuery = { email: string; role?: Area | undefined }

/** Returns the canonical address if it can sign in to the area (or to either if none is given), or else the error to respond with. */
export async function permittedAddress({ db, env }: Pick<Services, 'db' | 'env'>, query: AccessQuery): Promise<string | HttpError> {
  const email = canonicalAddress(query.email)
  const roles = email ? permissionsOf(env, email, await findMember(db, email)).roles : []
  const isPermitted = query.role ? canOpenArea(roles, query.role) : roles.length > 0
  if (email && isPermitted) return email
  return new HttpError(403, query.role === 'interviewer' ? wrongDomainMessage(env.COMPANY_DOMAIN) : NOT_AN_ADMIN)
}
