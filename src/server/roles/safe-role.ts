import type { RoleText } from '#contract/roles.ts'
import { safeMarkup } from '#server/http/sanitize.ts'

const TEXTS = ['function_role_description', 'function_role_responsibilities', 'function_role_requirements'] as const

/** Returns the role with its texts reduced to the allowed markup. */
export function safeRole<Role extends Partial<Pick<RoleText, (typeof TEXTS)[number]>>>(role: Role): Role {
  const texts = TEXTS.filter((name) => role[name] !== undefined).map((name) => [name, safeMarkup(role[name]!)])
  return { ...role, ...Object.fromEntries(texts) }
}
