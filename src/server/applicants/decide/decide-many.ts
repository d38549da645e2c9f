import type { Output } from '#contract/endpoint.ts'
import type { decideMany as decideManyCall } from '#contract/applicants/moves.ts'
import { isStatusId, meaningOf } from '#contract/statuses/statuses.ts'
import { withTemplate, type EmailContext, type Wording } from '#server/applicants/emails/queue-candidate-email.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { prepareDecision, recordDecision, type Decision } from './decide.ts'
import { errorIn, inBatches, recipientsOf } from './in-batches.ts'
import { checkMove, moveApplicant, movedTo, unmoved, type Move, type MoveResult } from './move-applicant.ts'
import { listReplacedChanges, lockFreeApplicants } from './move-store.ts'

type BulkDecision = Omit<Move, 'user_session_id' | 'expected_status_id' | 'email'> & {
  user_session_ids: number[]
  expected_status_ids?: number[] | undefined
  email?: Wording | undefined
}
type Result = Output<typeof decideManyCall>['results'][number]
type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'log'>

/**
 * Decides on several applicants, with `inBatches`. Without custom wording, the status's own email is used. Throws 422 when the expected statuses don't
 * match the applicants one to one.
 */
export async function decideMany(services: Deps, caller: StaffCaller, request: BulkDecision): Promise<{ results: Result[] }> {
  // The previous applicant in the batch may take the last opening.
  const fillsOpening = isStatusId(request.ref_application_status_id) && meaningOf(request.ref_application_status_id).stage === 'accepted'
  const results = await inBatches(toMoves(request), {
    together: async (moves) =>
      fillsOpening ? new Map<Move, Result>() : services.db.transaction((tx) => decideAll({ ...services, tx, actor: caller }, caller, moves)),
    alone: async (move) => movedResult(await moveApplicant(services, caller, move)),
    failed: (error, move) => failedResult(services, error, move),
  })
  return { results }
}

function toMoves({ user_session_ids, expected_status_ids, email, ...decision }: BulkDecision): Move[] {
  const wording = email && withPurpose(email, decision)
  return recipientsOf({ user_session_ids, expected_status_ids }).map((recipient) => ({ ...decision, ...recipient, email: wording }))
}

function withPurpose(email: Wording, { ref_application_status_id }: Pick<Move, 'ref_application_status_id'>): Wording {
  const isWhole = email.template_name !== undefined || (email.subject !== undefined && email.html !== undefined)
  return isWhole ? email : { ...email, purpose: meaningOf(ref_application_status_id).offers ?? undefined }
}

/** Leaves out anyone unknown, listed twice or being changed by someone else. */
async function decideAll(context: EmailContext & Pick<Deps, 'log'>, { scope }: StaffCaller, moves: Move[]): Promise<Map<Move, Result>> {
  const { tx, keys } = context
  await moves[0]?.planning?.begin(tx)
  const ids = moves.map((move) => move.user_session_id)
  const free = new Map((await lockFreeApplicants(tx, ids, scope)).map((applicant) => [applicant.user_session_id, applicant]))
  const replaced = await listReplacedChanges(tx, [...free.keys()])
  const email = moves[0]?.email && (await withTemplate(tx, moves[0].email))
  const results = new Map<Move, Result>()
  const prepared: Awaited<ReturnType<typeof prepareDecision>>[] = []
  const moveOf = new Map<number, Move>()
  let decision: Decision | null = null
  for (const move of moves) {
    const applicant = free.get(move.user_session_id)
    if (!applicant || !free.delete(move.user_session_id)) continue
    try {
      const own = await checkMove(tx, applicant, { ...move, email })
      if (own) prepared.push(await prepareDecision(context, { applicant, replaced: replaced.get(move.user_session_id)! }, own))
      else results.set(move, movedResult(unmoved(applicant)))
      decision ??= own
      moveOf.set(move.user_session_id, move)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      results.set(move, failedResult(context, error, move))
    }
  }
  const decided = decision && prepared.length > 0 ? await recordDecision(context, prepared, decision) : []
  for (const one of decided) results.set(moveOf.get(one.user_session_id)!, movedResult(movedTo(one, keys)))
  return results
}

function movedResult({ user_session_id, ref_application_status_id, email_id, undo_token, undo_until, openings_left }: MoveResult): Result {
  return { user_session_id, ref_application_status_id, email_id, undo_token, undo_until, openings_left, status: 200, detail: null }
}

const NO_CHANGE = { ref_application_status_id: null, email_id: null, undo_token: null, undo_until: null, openings_left: null }

function failedResult(services: Pick<Deps, 'log'>, error: unknown, { user_session_id }: Move): Result {
  return { user_session_id, ...NO_CHANGE, ...errorIn(services, error) }
}
