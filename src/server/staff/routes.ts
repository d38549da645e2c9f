import {
  addOwner as addOwnerCall,
  updatePerson as updateCall,
  invitePerson as inviteCall,
  listPeople as listCall,
  removePerson as removeCall,
} from '#contract/staff/staff.ts'
import { readRoleTeam, saveRoleTeam } from '#contract/staff/team.ts'
import { endSessionOf, listSessionsOf } from '#contract/auth/sessions.ts'
import { bearerKey } from '#server/auth/bearer.ts'
import { endSessionOfAccount, presentSessions } from '#server/auth/sessions/own-sessions.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { listPeople } from './list-people.ts'
import { addOwner, updatePerson, invitePerson, removePerson } from './save-person.ts'
import { readTeam, saveTeam } from './team.ts'

export function staffRoutes(context: AppContext): void {
  const { services } = context

  answer(context, listCall, () => listPeople(services))
  answer(context, inviteCall, ({ input, caller }) => invitePerson(services, caller, input))
  answer(context, addOwnerCall, ({ input, caller }) => addOwner(services, caller, input.email))
  answer(context, updateCall, ({ input, caller }) => updatePerson(services, caller, input))
  answer(context, listSessionsOf, ({ input, request }) => presentSessions(services.db, input.id, bearerKey(request)))
  answer(context, endSessionOf, ({ input, caller }) =>
    endSessionOfAccount(services.db, caller, { staff_account_id: input.id, auth_session_id: input.session_id }),
  )
  answer(context, readRoleTeam, ({ input, caller }) => readTeam(services, caller, input.id))
  answer(context, saveRoleTeam, ({ input, caller }) => saveTeam(services, caller, input))
  answer(context, removeCall, ({ input, caller }) => removePerson(services, caller, input.id))
}
