import { byName, NOT_AN_INTERVIEWER, type BookingsInterviewer, type Interviewer } from '#contract/interviewers.ts'
import { isBookingsUnavailable } from '#server/bookings/bookings-unavailable.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { found } from '#server/http/changes.ts'
import { findInterviewerByEmail } from './store.ts'

/** Lists everyone on the Bookings pages by name; 503 with the reason while the bookings service is unavailable. */
export async function listBookingsInterviewers({ bookings, log }: Services): Promise<BookingsInterviewer[]> {
  try {
    return byName(await bookings.list())
  } catch (error) {
    if (!isBookingsUnavailable(error)) throw error
    log.warn({ reason: error.message }, 'bookings service away')
    throw new HttpError(503, `Bookings isn't available: ${error.message}`, { retryAfterSeconds: 30 })
  }
}

/** 403 for another person's address unless an admin asks; 404 if there's no such interviewer. */
export async function findByEmail(db: Db, caller: StaffCaller, interviewer_email: string): Promise<Interviewer> {
  const isOwn = caller.email.toLowerCase() === interviewer_email
  if (!isOwn && !caller.roles.includes('admin')) throw new HttpError(403, 'You can only look up your own address.')
  return found(await findInterviewerByEmail(db, interviewer_email), NOT_AN_INTERVIEWER)
}
