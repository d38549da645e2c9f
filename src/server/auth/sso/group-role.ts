import type { GivenRole } from '#contract/staff/access.ts'
import type { Env } from '#server/env.ts'
import type { Member } from '#server/auth/address.ts'

/** Returns the role of the first OIDC_GROUPS rule whose group the person is in. */
export function roleOfGroups({ OIDC_GROUPS = [] }: Pick<Env, 'OIDC_GROUPS'>, groups: string[]): GivenRole | null {
  return (OIDC_GROUPS.find(({ group }) => groups.includes(group))?.role as GivenRole | undefined) ?? null
}

type Ruled = Pick<Member, 'given_role'> & { role_from_group_flag: boolean }

/**
 * Returns the role after this sign-in: a group's, or none once that group is gone. A role given by an owner is kept unless a group says otherwise.
 */
export function nextRole(env: Pick<Env, 'OIDC_GROUPS'>, groups: string[], member: Ruled | null): GivenRole | null {
  const byGroup = roleOfGroups(env, groups)
  if (byGroup) return byGroup
  return member && !member.role_from_group_flag ? member.given_role : null
}
