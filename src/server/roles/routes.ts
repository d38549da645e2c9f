import { createRole as createRoleCall, listAdminRoles, readOpenRole, updateRole as updateRoleCall } from '#contract/roles.ts'
import { answer, type House } from '#server/http/answer.ts'
import { found } from '#server/http/changes.ts'
import { listEditedRoles } from './editing-store.ts'
import { safeRole } from './safe-role.ts'
import { createRole, updateRole } from './save-role.ts'
import { findOpenRole } from './store.ts'

export function rolesRoutes(house: House): void {
  const { db } = house.services

  answer(house, readOpenRole, async ({ input }) => safeRole(found(await findOpenRole(db, input.id), 'Role not found')))

  answer(house, listAdminRoles, async () => (await listEditedRoles(db)).map(safeRole))

  answer(house, createRoleCall, ({ input, caller }) => createRole(db, caller, input))

  answer(house, updateRoleCall, ({ input, caller }) => updateRole(db, caller, input))
}
