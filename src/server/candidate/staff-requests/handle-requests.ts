import type { Output } from '#contract/endpoint.ts'
import type { carryOutErasure as carryOutCall, listCandidateRequests as listCall } from '#contract/candidate/candidate-requests.ts'
import { longestKeepingDays } from '#contract/candidate/retention.ts'
import { recordAudit, recordRead } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { findMandatoryPeriod } from '#server/operate/privacy/privacy-store.ts'
import type { Services } from '#server/services.ts'
import { listOpenAccommodations, listOpenErasures, setHandled } from '#server/candidate/store.ts'

/** Lists candidates' requests. Only the hiring lead gets the text of an accommodation request, and reading it is audited. */
export async function listRequests({ db, env }: Pick<Services, 'db' | 'env'>, caller: StaffCaller): Promise<Output<typeof listCall>> {
  const open = await listOpenAccommodations(db, caller.scope)
  const isLead = (one: (typeof open)[number]) => one.hiring_lead_email.toLowerCase() === caller.email
  for (const { user_session_id } of open.filter(isLead))
    await recordRead(db, caller, { action: 'applicant.accommodation-read', subject_kind: 'applicant', subject_id: user_session_id })
  const accommodations = open.map((one) => (isLead(one) ? one : { ...one, message: null }))
  const erasures = []
  for (const one of await listOpenErasures(db, caller.scope)) {
    const { is_over, until } = await findMandatoryPeriod(db, one.user_session_id, longestKeepingDays(env))
    erasures.push({ ...one, keep_until: is_over ? null : until })
  }
  return { accommodations, erasures }
}

/** Throws 404 for a request that's unknown or already handled. */
export async function handleAccommodation({ db }: Pick<Services, 'db'>, caller: StaffCaller, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const user_session_id = await setHandled(tx, { id, scope: caller.scope, handled_by: caller.staff_account_id })
    if (user_session_id === null) throw new HttpError(404, 'That request was not found.')
    await recordAudit(tx, { actor: caller, action: 'applicant.accommodation-handled', subject_kind: 'applicant', subject_id: user_session_id })
  })
}

/** Erases the application, or restricts it while the law may require keeping it. Throws 404 without a request, 409 under legal hold. */
export async function carryOutErasure(
  services: Pick<Services, 'db' | 'database' | 'files' | 'env'>,
  caller: StaffCaller,
  user_session_id: number,
): Promise<Output<typeof carryOutCall>> {
  const request = (await listOpenErasures(services.db, caller.scope)).find((one) => one.user_session_id === user_session_id)
  if (!request) throw new HttpError(404, 'That request was not found.')
  if (request.is_on_hold) throw new HttpError(409, "This application is on legal hold, so it can't be erased until the hold is lifted.")
  await services.db.transaction((tx) =>
    recordAudit(tx, { actor: caller, action: 'applicant.erasure-approved', subject_kind: 'applicant', subject_id: user_session_id }),
  )
  const { outcome, mandatory_until } = await eraseApplicant(services, {
    user_session_id,
    reason: 'asked for by the candidate',
    insideMandatory: 'restrict',
  })
  return { outcome, mandatory_until }
}
