import { isConnectionError, isTimeout, isUniqueViolation } from '#server/db/connect.ts'
import { fieldError } from '#server/http/changes.ts'
import { asHttpError, logError } from '#server/http/errors.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'

/** People per transaction. They stay locked until it commits, so it has to finish in a fraction of a second. */
const BATCH_SIZE = 50

type Steps<Request, Result> = {
  /** Handles a batch in one transaction. Anyone without a result is handled alone, and so is everyone after a write error. */
  together: (batch: Request[]) => Promise<Map<Request, Result>>
  alone: (request: Request) => Promise<Result>
  failed: (error: unknown, request: Request) => Result
}

/**
 * Handles any number of people, 50 per transaction, and returns a result for each. Someone who fails, or who's being changed by someone else, doesn't
 * block the others.
 */
export async function inBatches<Request, Result>(requests: Request[], steps: Steps<Request, Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let first = 0; first < requests.length; first += BATCH_SIZE) {
    const batch = requests.slice(first, first + BATCH_SIZE)
    let done = new Map<Request, Result>()
    try {
      if (batch.length > 1) done = await resultsOf(batch, steps)
      for (const request of batch) results.push(done.get(request) ?? (await resultAlone(request, steps)))
    } catch (error) {
      // Without the database, the rest would fail too; what's been committed stands, and each can be undone.
      if (results.length + done.size === 0) throw error
      return [...results, ...requests.slice(results.length).map((request) => done.get(request) ?? steps.failed(error, request))]
    }
  }
  return results
}

async function resultsOf<Request, Result>(batch: Request[], { together, failed }: Steps<Request, Result>): Promise<Map<Request, Result>> {
  try {
    return await together(batch)
  } catch (error) {
    if (isConnectionError(error)) throw error
    return new Map(isTimeout(error) ? batch.map((request) => [request, failed(error, request)]) : [])
  }
}

async function resultAlone<Request, Result>(request: Request, { alone, failed }: Steps<Request, Result>): Promise<Result> {
  return alone(request).catch((error: unknown) => {
    if (isConnectionError(error)) throw error
    return failed(error, request)
  })
}

/** The error response the single call would have given. */
export function errorIn({ log }: Pick<Services, 'log'>, error: unknown): { status: number; detail: string } {
  const { status, message } = isUniqueViolation(error)
    ? new HttpError(409, 'This email was already sent to this applicant in this status.')
    : asHttpError(error as Error)
  if (status >= 500) logError(log, error as Error)
  return { status, detail: message }
}

type Recipients = { user_session_ids: number[]; expected_status_ids?: number[] | undefined }

/** Pairs each applicant with their expected status. Throws 422 when they don't match one to one. */
export function recipientsOf({ user_session_ids, expected_status_ids }: Recipients) {
  if (expected_status_ids && expected_status_ids.length !== user_session_ids.length)
    throw fieldError(422, 'expected_status_ids', 'Provide one expected status per applicant.')
  return user_session_ids.map((user_session_id, index) => ({ user_session_id, expected_status_id: expected_status_ids?.[index] }))
}
