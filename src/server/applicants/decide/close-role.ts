import type { FunctionRole, RoleState, RoleText, ClosingOption } from '#contract/roles.ts'
import { isOwedReply, canMove, meaningOf, POSITION_CLOSED, statusesWhere } from '#contract/statuses/statuses.ts'
import { withTemplate, type EmailContext, type Wording } from '#server/applicants/emails/queue-candidate-email.ts'
import type { Db } from '#server/db/connect.ts'
import { fieldError } from '#server/http/changes.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { updateRole } from '#server/roles/save-role.ts'
import type { Services } from '#server/services.ts'
import { prepareDecision, recordDecision, type Decision } from './decide.ts'
import { listReplacedChanges, lockApplicants, type LockedApplicant } from './move-store.ts'
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
 * moves each to 'Position Closed' and emails them (404 for everyone if that template is disabled); `stay-due` keeps each open with the reply due, as
 * does `disabled_flag` alone.
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
      if (asked.disabled_flag === true && asked.state === undefined) return
      const people = waiting.length === 1 ? '1 applicant is' : `${waiting.length} applicants are`
      throw fieldError(422, 'waiting_applicants', `${people} waiting for a reply. Choose what to tell them.`)
    }
    if (waiting_applicants === 'stay-due') return
    await closeFor({ tx, env, keys, actor: caller }, waiting, { ...waiting_email, purpose: meaningOf(POSITION_CLOSED).offers! })
  })
}

/** People per statement. */
const BATCH_SIZE = 200

/**
 * Moves everyone to 'Position Closed', with an email to those who have an address. All emails are written before the first decision is recorded: from then on,
 * anyone else who records something waits.
 */
async function closeFor(context: EmailContext, waiting: LockedApplicant[], wording: Wording): Promise<void> {
  const replaced = await listReplacedChanges(
    context.tx,
    waiting.map(({ user_session_id }) => user_session_id),
  )
  const email = await withTemplate(context.tx, wording)
  const batches: { decision: Decision; prepared: Awaited<ReturnType<typeof prepareDecision>>[] }[] = []
  for (const isEmailed of [true, false]) {
    const people = waiting.filter((one) => Boolean(one.email) === isEmailed)
    const decision: Decision = { to: POSITION_CLOSED, email: isEmailed ? email : undefined, facts: { because: 'role closed' } }
    for (let first = 0; first < people.length; first += BATCH_SIZE) {
      const prepared = []
      for (const applicant of people.slice(first, first + BATCH_SIZE))
        prepared.push(await prepareDecision(context, { applicant, replaced: replaced.get(applicant.user_session_id)! }, decision))
      batches.push({ decision, prepared })
    }
  }
  for (const { decision, prepared } of batches) await recordDecision(context, prepared, decision)
}

async function listWaiting(tx: Db, ref_function_role_id: number): Promise<LockedApplicant[]> {
  const locked = await lockApplicants(tx, await listOfRoleIn(tx, ref_function_role_id, OWED), 'everyone')
  return locked.filter((applicant) => isOwedReply(applicant) && canMove(applicant, POSITION_CLOSED))
}
