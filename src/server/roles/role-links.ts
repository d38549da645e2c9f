import { MIN_COUNT_SHOWN, type RoleLink } from '#contract/role-links.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError, found } from '#server/http/changes.ts'
import type { Services } from '#server/services.ts'
import { findEditedRole, lockRole } from './editing-store.ts'
import { insertLink, listLinks } from './link-store.ts'

type Deps = Pick<Services, 'db' | 'env'>

/** Throws 404 for an unknown role. */
export async function readLinks({ db, env }: Deps, id: number): Promise<RoleLink[]> {
  found(await findEditedRole(db, id), 'Role not found')
  return (await listLinks(db, id)).map(({ via, applications }) => ({
    via,
    url: addressOf(env, id, via),
    applications: applications < MIN_COUNT_SHOWN ? null : applications,
  }))
}

/** Throws 404 for an unknown role, 409 if it already has a link with this name. */
export async function createLink({ db, env }: Deps, caller: StaffCaller, { id, via }: { id: number; via: string }): Promise<RoleLink> {
  await db.transaction(async (tx) => {
    await lockRole(tx, id)
    found(await findEditedRole(tx, id), 'Role not found')
    const isMade = await insertLink(tx, { ref_function_role_id: id, via, created_by: caller.staff_account_id })
    if (!isMade) throw fieldError(409, 'via', 'This role already has a link with this name')
    await recordAudit(tx, { actor: caller, action: 'role.link-created', subject_kind: 'role', subject_id: id, facts: { via } })
  })
  return { via, url: addressOf(env, id, via), applications: null }
}

function addressOf({ BASE_URL }: Services['env'], id: number, via: string): string {
  return `${BASE_URL.replace(/\/$/, '')}/roles/${id}?via=${via}`
}
