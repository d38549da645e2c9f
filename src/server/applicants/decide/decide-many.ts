import type { Output } from '#contract/endpoint.ts'
import type { decideMany as decideManyCall } from '#contract/applicants/moves.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import type { Wording } from '#server/applicants/emails/queue-candidate-email.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { isUniqueViolation } from '#server/db/connect.ts'
import { fieldError } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { moveApplicant, type Move } from './move-applicant.ts'

type Asked = Omit<Move, 'user_session_id' | 'expected_status_id' | 'email'> & {
  user_session_ids: number[]
  expected_status_ids?: number[] | undefined
  email?: Wording | undefined
}
type Result = Output<typeof decideManyCall>['results'][number]

/**
 * Decides on several applicants, each in a separate transaction, so one who can't be moved doesn't block the others. Without custom wording, the
 * status's own email is used. Throws 422 when the expected statuses don't match the applicants one to one.
 */
export async function decideMany(services: Pick<Services, 'db' | 'env' | 'keys'>, caller: StaffCaller, asked: Asked): Promise<{ results: Result[] }> {
  const { user_session_ids, expected_status_ids, email, ...decision } = asked
  if (expected_status_ids && expected_status_ids.length !== user_session_ids.length)
    throw fieldError(422, 'expected_status_ids', 'Provide one expected status per applicant.')
  const results: Result[] = []
  for (const [place, user_session_id] of user_session_ids.entries()) {
    const move = { ...decision, user_session_id, expected_status_id: expected_status_ids?.[place], email: email && worded(email, decision) }
    results.push(await moveApplicant(services, caller, move).then(moved, (fault: unknown) => refused(fault, user_session_id)))
  }
  return { results }
}

function worded(email: Wording, { ref_application_status_id }: Pick<Move, 'ref_application_status_id'>): Wording {
  const isWhole = email.template_name !== undefined || (email.subject !== undefined && email.html !== undefined)
  return isWhole ? email : { ...email, purpose: meaningOf(ref_application_status_id).offers ?? undefined }
}

function moved({ user_session_id, ref_application_status_id, email_id, undo_token, undo_until }: Awaited<ReturnType<typeof moveApplicant>>): Result {
  return { user_session_id, ref_application_status_id, email_id, undo_token, undo_until, status: 200, detail: null }
}

function refused(fault: unknown, user_session_id: number): Result {
  const known = isUniqueViolation(fault) ? new HttpError(409, 'This email was already sent to this applicant in this status.') : fault
  if (!(known instanceof HttpError)) throw fault
  return { user_session_id, ref_application_status_id: null, email_id: null, undo_token: null, undo_until: null, status: known.status, detail: known.message }
}
