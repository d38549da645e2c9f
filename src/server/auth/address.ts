import { NOT_AN_ADMIN, onlyAtDomain, type StaffRole } from '#contract/auth.ts'
import { isEmailAddress } from '#contract/answer-checks.ts'
import type { Env } from '#server/env.ts'
import { HttpError } from '#server/http/http-error.ts'

type Rules = Pick<Env, 'ADMIN_EMAILS' | 'COMPANY_DOMAIN'>

/** The one spelling of an address, or null for what is not exactly one plain address. Nothing is repaired: a look-alike letter is no letter. */
export function canonicalAddress(text: string): string | null {
  const trimmed = text.trim()
  // Before the letters are lowered: lower case turns some letters of other alphabets into ours.
  return isEmailAddress(trimmed) ? trimmed.toLowerCase() : null
}

/** What an address may do now: read from the configuration for every request. */
export function rolesOf(rules: Rules, email: string): StaffRole[] {
  const roles: StaffRole[] = []
  if (rules.ADMIN_EMAILS.includes(email)) roles.push('admin')
  if (email.endsWith(`@${rules.COMPANY_DOMAIN}`)) roles.push('interviewer')
  return roles
}

/** The address in its one spelling if it may sign in to the area (to either where none is named), else the refusal. */
export function permittedAddress(rules: Rules, asked: { email: string; role?: StaffRole | undefined }): string | HttpError {
  const email = canonicalAddress(asked.email)
  const roles = email ? rolesOf(rules, email) : []
  const isPermitted = asked.role ? roles.includes(asked.role) : roles.length > 0
  if (email && isPermitted) return email
  return new HttpError(403, asked.role === 'interviewer' ? onlyAtDomain(rules.COMPANY_DOMAIN) : NOT_AN_ADMIN)
}
