import type { Output } from '#contract/endpoint.ts'
import type { decideMany as decideManyCall } from '#contract/applicants/moves.ts'
import { isStatusId, meaningOf } from '#contract/statuses/statuses.ts'
import { templateOf, type EmailContext, type Wording } from '#server/applicants/emails/queue-candidate-email.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { isConnectionError, isTimeout, isUniqueViolation, type Db } from '#server/db/connect.ts'
import { fieldError } from '#server/http/changes.ts'
import { asHttpError, logError } from '#server/http/errors.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { prepareDecision, recordDecision, type Decision } from './decide.ts'
import { checkMove, moveApplicant, movedTo, unmoved, type Move, type MoveResult } from './move-applicant.ts'
import { listReplacedChanges, lockFreeApplicants } from './move-store.ts'

type BulkDecision = Omit<Move, 'user_session_id' | 'expected_status_id' | 'email'> & {
  user_session_ids: number[]
  expected_status_ids?: number[] | undefined
  email?: Wording | undefined
}
type Result = Output<typeof decideManyCall>['results'][number]
type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'log'>

/** People per transaction. They stay locked until it commits, so it has to finish in a fraction of a second. */
const BATCH_SIZE = 50

/**
 * Decides on several applicants, 50 per transaction. Anyone who can't be moved, or who's being changed by someone else, doesn't block the
 * others. Without custom wording, the status's own email is used. Throws 422 when the expected statuses don't match the applicants one to one.
 */
export async function decideMany(services: Deps, caller: StaffCaller, request: BulkDecision): Promise<{ results: Result[] }> {
  const moves = toMoves(request)
  const results: Result[] = []
  // The previous applicant in the batch may take the last opening.
  const fillsOpening = isStatusId(request.ref_application_status_id) && meaningOf(request.ref_application_status_id).stage === 'accepted'
  for (let first = 0; first < moves.length; first += BATCH_SIZE) {
    const batch = moves.slice(first, first + BATCH_SIZE)
    try {
      const decided = batch.length > 1 && !fillsOpening ? await decideBatch(services, caller, batch) : null
      for (const move of batch) results.push(decided?.get(move) ?? (await decideOne(services, caller, move)))
    } catch (error) {
      // Without the database, the rest would fail too; decisions already made stand, and each can be undone.
      if (results.length === 0) throw error
      return { results: [...results, ...moves.slice(results.length).map((move) => failedResult(services, error, move))] }
    }
  }
  return { results }
}

function toMoves({ user_session_ids, expected_status_ids, email, ...decision }: BulkDecision): Move[] {
  if (expected_status_ids && expected_status_ids.length !== user_session_ids.length)
    throw fieldError(422, 'expected_status_ids', 'Provide one expected status per applicant.')
  const wording = email && withPurpose(email, decision)
  return user_session_ids.map((user_session_id, index) => ({
    ...decision,
    user_session_id,
    expected_status_id: expected_status_ids?.[index],
    email: wording,
  }))
}

function withPurpose(email: Wording, { ref_application_status_id }: Pick<Move, 'ref_application_status_id'>): Wording {
  const isWhole = email.template_name !== undefined || (email.subject !== undefined && email.html !== undefined)
  return isWhole ? email : { ...email, purpose: meaningOf(ref_application_status_id).offers ?? undefined }
}

/**
 * Returns a result for everyone who was decided or failed a check. The rest are left for one-by-one decisions: anyone unknown, listed twice or
 * being changed by someone else, and after a write error, the whole batch.
 */
async function decideBatch(services: Deps, caller: StaffCaller, moves: Move[]): Promise<Map<Move, Result>> {
  try {
    return await services.db.transaction((tx) => decideAll({ ...services, tx, actor: caller }, caller, moves))
  } catch (error) {
    if (isConnectionError(error)) throw error
    return new Map(isTimeout(error) ? moves.map((move) => [move, failedResult(services, error, move)]) : [])
  }
}

async function decideAll(context: EmailContext & Pick<Deps, 'log'>, { scope }: StaffCaller, moves: Move[]): Promise<Map<Move, Result>> {
  const { tx, keys } = context
  await moves[0]?.planning?.begin(tx)
  const ids = moves.map((move) => move.user_session_id)
  const free = new Map((await lockFreeApplicants(tx, ids, scope)).map((applicant) => [applicant.user_session_id, applicant]))
  const replaced = await listReplacedChanges(tx, [...free.keys()])
  const email = await withTemplate(tx, moves[0]?.email)
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

/** Reads the template once for everyone. */
async function withTemplate(tx: Db, email: Wording | undefined): Promise<Wording | undefined> {
  return email && { ...email, template: (await templateOf(tx, email)) ?? undefined }
}

async function decideOne(services: Deps, caller: StaffCaller, move: Move): Promise<Result> {
  return moveApplicant(services, caller, move).then(movedResult, (error: unknown) => {
    if (isConnectionError(error)) throw error
    return failedResult(services, error, move)
  })
}

function movedResult({ user_session_id, ref_application_status_id, email_id, undo_token, undo_until, openings_left }: MoveResult): Result {
  return { user_session_id, ref_application_status_id, email_id, undo_token, undo_until, openings_left, status: 200, detail: null }
}

const NO_CHANGE = { ref_application_status_id: null, email_id: null, undo_token: null, undo_until: null, openings_left: null }

function failedResult({ log }: Pick<Deps, 'log'>, error: unknown, { user_session_id }: Move): Result {
  const { status, message } = isUniqueViolation(error)
    ? new HttpError(409, 'This email was already sent to this applicant in this status.')
    : asHttpError(error as Error)
  if (status >= 500) logError(log, error as Error)
  return { user_session_id, ...NO_CHANGE, status, detail: message }
}
