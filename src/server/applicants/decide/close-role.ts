import type { FunctionRole, RoleState, RoleText, ClosingOption } from '#contract/roles.ts'
import { isOwedReply, canMove, meaningOf, POSITION_CLOSED, statusesWhere } from '#contract/statuses/statuses.ts'
import type { Wording } from '#server/applicants/emails/queue-candidate-email.ts'
import type { Db } from '#server/db/connect.ts'
import { fieldError } from '#server/http/changes.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { updateRole } from '#server/roles/save-role.ts'
import type { Services } from '#server/services.ts'
import { decide } from './decide.ts'
import { lockApplicant, type LockedApplicant } from './move-store.ts'
import { listOfRoleIn } from './reply-date-store.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys'>
type RoleChanges = Partial<RoleText> & {
  state?: RoleState | undefined
  id: number
  version?: number | undefined
  waiting_applicants?: ClosingOption | undefined
  waiting_email?: Pick<Wording, 'subject' | 'html'> | undefined
}

const OWED = statusesWhere((meaning) => meaning.owesReply !== 'no')

/**
 * Changes a role. If that closes it while applicants are owed a reply, throws 422 unless `waiting_applicants` says what to do with them: `email`
 * moves each to 'Position Closed' and emails them (404 for everyone if that template is disabled); `stay-due` keeps each open with the reply due.
 */
export async function changeRole(
  { db, env, keys }: Deps,
  caller: StaffCaller,
  { waiting_applicants, waiting_email, ...asked }: RoleChanges,
): Promise<FunctionRole> {
  return updateRole({ db, keys }, caller, asked, async (tx, ref_function_role_id) => {
    const waiting = await listWaiting(tx, ref_function_role_id)
    if (waiting.length === 0) return
    if (!waiting_applicants) {
      const people = waiting.length === 1 ? '1 applicant is' : `${waiting.length} applicants are`
      throw fieldError(422, 'waiting_applicants', `${people} waiting for a reply. Choose what to tell them.`)
    }
    if (waiting_applicants === 'stay-due') return
    const purpose = meaningOf(POSITION_CLOSED).offers!
    for (const applicant of waiting) {
      const email = applicant.email ? { ...waiting_email, purpose } : undefined
      await decide({ tx, env, keys, actor: caller }, applicant, { to: POSITION_CLOSED, email, facts: { because: 'role closed' } })
    }
  })
}

async function listWaiting(tx: Db, ref_function_role_id: number): Promise<LockedApplicant[]> {
  const waiting: LockedApplicant[] = []
  for (const id of await listOfRoleIn(tx, ref_function_role_id, OWED)) {
    const applicant = await lockApplicant(tx, id, 'everyone')
    if (applicant && isOwedReply(applicant) && canMove(applicant, POSITION_CLOSED)) waiting.push(applicant)
  }
  return waiting
}
