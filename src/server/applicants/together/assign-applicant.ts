import type { Input, Output } from '#contract/endpoint.ts'
import type { assignMany as assignManyCall } from '#contract/applicants/collaboration.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { findSubmitted } from '#server/applicants/one/history-store.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { deleteAssignment, findAssignee, setAssignment } from './assignment-store.ts'
import { lockColleague } from './colleagues.ts'

type Deps = Pick<Services, 'db' | 'env'>
type Params = { user_session_id: number; email: string | null }

type Results = Output<typeof assignManyCall>

/** Assigns an applicant to a colleague, or unassigns them. Throws 404 for an unknown applicant, 422 for a colleague who can't see them. */
export async function assignApplicant({ db, env }: Deps, caller: StaffCaller, { user_session_id, email }: Params): Promise<{ assigned_to: string | null }> {
  await db.transaction(async (tx) => {
    const submitted = await findSubmitted(tx, user_session_id, caller.scope)
    if (!submitted) throw notFound(user_session_id)
    const staff_account_id = email === null ? null : await lockColleague(tx, env, { ...submitted, email })
    if (email !== null && staff_account_id === null) throw fieldError(422, 'email', "This person can't see the applicant.")
    if ((await findAssignee(tx, user_session_id)) === email) return
    if (staff_account_id === null) await deleteAssignment(tx, user_session_id)
    else await setAssignment(tx, { user_session_id, staff_account_id, assigned_by: caller.staff_account_id })
    await recordAudit(tx, { actor: caller, action: 'applicant.assigned', subject_kind: 'applicant', subject_id: user_session_id, facts: { staff_account_id } })
  })
  return { assigned_to: email }
}

/** Assigns several applicants, each in a separate transaction, so one who can't be assigned doesn't block the others. */
export async function assignMany(services: Deps, caller: StaffCaller, { user_session_ids, email }: Input<typeof assignManyCall>): Promise<Results> {
  const results: Results['results'] = []
  for (const user_session_id of user_session_ids) {
    const assigned = () => ({ user_session_id, status: 200, detail: null })
    const rejected = (error: unknown) => {
      if (!(error instanceof HttpError)) throw error
      return { user_session_id, status: error.status, detail: error.message }
    }
    results.push(await assignApplicant(services, caller, { user_session_id, email }).then(assigned, rejected))
  }
  return { results }
}
