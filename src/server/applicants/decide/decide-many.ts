import type { Output } from '#contract/endpoint.ts'
import type { decideMany as decideManyCall } from '#contract/applicants/moves.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import { templateOf, type Desk, type Wording } from '#server/applicants/emails/queue-candidate-email.ts'
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { isConnectionFault, isTimeout, isUniqueViolation } from '#server/db/connect.ts'
import { fieldError } from '#server/http/changes.ts'
import { asHttpError, logFault } from '#server/http/faults.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { decideUnrecorded, type Deciding } from './decide.ts'
import { moveApplicant, moveLocked, type Move } from './move-applicant.ts'
import { listStandingChanges, lockFreeApplicants } from './move-store.ts'

type Asked = Omit<Move, 'user_session_id' | 'expected_status_id' | 'email'> & {
  user_session_ids: number[]
  expected_status_ids?: number[] | undefined
  email?: Wording | undefined
}
type Result = Output<typeof decideManyCall>['results'][number]
type Needed = Pick<Services, 'db' | 'env' | 'keys' | 'log'>

/** How many share a transaction and its flush. Meanwhile, no one else can change them, so it must be over in a fraction of a second. */
const TOGETHER = 50

/**
 * Decides on several applicants, 50 in a transaction. One who can't be moved, or whom someone else is changing at the moment, doesn't block the
 * others. Without custom wording, the status's own email is used. Throws 422 when the expected statuses don't match the applicants one to one.
 */
export async function decideMany(services: Needed, caller: StaffCaller, asked: Asked): Promise<{ results: Result[] }> {
  const moves = movesOf(asked)
  const results: Result[] = []
  for (let first = 0; first < moves.length; first += TOGETHER) {
    const some = moves.slice(first, first + TOGETHER)
    const decided = some.length > 1 ? await decideTogether(services, caller, some) : null
    for (const move of some) results.push(decided?.get(move) ?? (await decideAlone(services, caller, move)))
  }
  return { results }
}

function movesOf({ user_session_ids, expected_status_ids, email, ...decision }: Asked): Move[] {
  if (expected_status_ids && expected_status_ids.length !== user_session_ids.length)
    throw fieldError(422, 'expected_status_ids', 'Provide one expected status per applicant.')
  const words = email && worded(email, decision)
  return user_session_ids.map((user_session_id, place) => ({
    ...decision,
    user_session_id,
    expected_status_id: expected_status_ids?.[place],
    email: words,
  }))
}

function worded(email: Wording, { ref_application_status_id }: Pick<Move, 'ref_application_status_id'>): Wording {
  const isWhole = email.template_name !== undefined || (email.subject !== undefined && email.html !== undefined)
  return isWhole ? email : { ...email, purpose: meaningOf(ref_application_status_id).offers ?? undefined }
}

/** Returns the results of those who were decided on or refused. The others are left: they're unknown, listed twice or being changed by someone else. */
async function decideTogether(services: Needed, caller: StaffCaller, moves: Move[]): Promise<Map<Move, Result>> {
  try {
    return await services.db.transaction((tx) => decideAll({ ...services, tx, actor: caller }, caller, moves))
  } catch (fault) {
    if (isConnectionFault(fault)) throw fault
    return new Map(isTimeout(fault) ? moves.map((move) => [move, refused(services, fault, move)]) : [])
  }
}

async function decideAll({ tx, env, keys, actor, log }: Desk & Pick<Needed, 'log'>, { scope }: StaffCaller, moves: Move[]): Promise<Map<Move, Result>> {
  const free = await lockFreeApplicants(
    tx,
    moves.map((move) => move.user_session_id),
    scope,
  )
  const standing = await listStandingChanges(
    tx,
    free.map((one) => one.user_session_id),
  )
  const email = moves[0]?.email
  const template = (email && (await templateOf(tx, email))) ?? undefined
  const waiting = new Map(free.map((applicant) => [applicant.user_session_id, applicant]))
  const results = new Map<Move, Result>()
  const entries: AuditEntry[] = []
  for (const move of moves) {
    const applicant = waiting.get(move.user_session_id)
    if (!applicant || !waiting.delete(move.user_session_id)) continue
    const worded = { ...move, email: email && { ...email, template } }
    try {
      const one = { applicant, standing: standing.get(move.user_session_id) ?? null }
      const { own, state } = await tx.transaction((savepoint) => decideOne({ tx: savepoint, env, keys, actor }, one, worded))
      entries.push(...own)
      results.set(move, moved(state))
    } catch (fault) {
      if (isConnectionFault(fault)) throw fault
      if (isKnown(fault)) results.set(move, refused({ log }, fault, move))
    }
  }
  if (entries.length > 0) await recordAudit(tx, ...entries)
  return results
}

async function decideOne(desk: Desk, one: Deciding, move: Move) {
  const own: AuditEntry[] = []
  const state = await moveLocked(desk, one.applicant, move, async (_desk, _applicant, decision) => {
    const { entries, ...decided } = await decideUnrecorded(desk, one, decision)
    own.push(...entries)
    return decided
  })
  return { own, state }
}

async function decideAlone(services: Needed, caller: StaffCaller, move: Move): Promise<Result> {
  return moveApplicant(services, caller, move).then(moved, (fault: unknown) => {
    if (isConnectionFault(fault)) throw fault
    return refused(services, fault, move)
  })
}

function moved({ user_session_id, ref_application_status_id, email_id, undo_token, undo_until }: Awaited<ReturnType<typeof moveApplicant>>): Result {
  return { user_session_id, ref_application_status_id, email_id, undo_token, undo_until, status: 200, detail: null }
}

/** Any other fault may not recur when the person is decided on alone. */
function isKnown(fault: unknown): boolean {
  return fault instanceof HttpError || isUniqueViolation(fault)
}

function refused({ log }: Pick<Needed, 'log'>, fault: unknown, { user_session_id }: Move): Result {
  const { status, message } = isUniqueViolation(fault)
    ? new HttpError(409, 'This email was already sent to this applicant in this status.')
    : asHttpError(fault as Error)
  if (status >= 500) logFault(log, fault as Error)
  return { user_session_id, ref_application_status_id: null, email_id: null, undo_token: null, undo_until: null, status, detail: message }
}
