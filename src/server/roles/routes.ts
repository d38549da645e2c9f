import { createRole as createRoleCall, duplicateRole, listAdminRoles, readOpenRole } from '#contract/roles.ts'
import { chooseRoleQuestions, readRoleQuestions } from '#contract/questions/role-questions.ts'
import { createRoleLink, readRoleLinks } from '#contract/role-links.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { found } from '#server/http/changes.ts'
import { chooseQuestions, readQuestions } from './choose-questions.ts'
import { listEditedRoles } from './editing-store.ts'
import { editedRole } from './edited-role.ts'
import { safeRole } from './safe-role.ts'
import { createLink, readLinks } from './role-links.ts'
import { copyRole, createRole } from './save-role.ts'
import { findOpenRole } from './store.ts'

export function rolesRoutes(context: AppContext): void {
  const { db, keys } = context.services

  answer(context, readOpenRole, async ({ input }) => safeRole(found(await findOpenRole(db, input.id), 'Role not found')))

  answer(context, listAdminRoles, async ({ caller }) => (await listEditedRoles(db, caller.scope)).map((role) => editedRole(keys, role)))

  answer(context, createRoleCall, ({ input, caller }) => createRole(context.services, caller, input))

  answer(context, readRoleQuestions, ({ input }) => readQuestions(db, input.id))

  answer(context, chooseRoleQuestions, ({ input, caller }) => chooseQuestions(db, caller, input))

  answer(context, readRoleLinks, ({ input }) => readLinks(context.services, input.id))

  answer(context, createRoleLink, ({ input, caller }) => createLink(context.services, caller, input))

  answer(context, duplicateRole, ({ input, caller }) => copyRole(context.services, caller, input.id))
}
