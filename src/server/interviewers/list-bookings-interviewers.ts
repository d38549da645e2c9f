import { byName, type BookingsInterviewer } from '#contract/interviewers.ts'
import { isBookingsAway } from '#server/bookings/bookings-away.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'

/** Lists everyone on the Bookings pages by name; 503 with the reason while the bookings service is unavailable. */
export async function listBookingsInterviewers({ bookings, log }: Services): Promise<BookingsInterviewer[]> {
  try {
    return byName(await bookings.list())
  } catch (fault) {
    if (!isBookingsAway(fault)) throw fault
    log.warn({ reason: fault.message }, 'bookings service away')
    throw new HttpError(503, `Bookings isn't available: ${fault.message}`, { retryAfterSeconds: 30 })
  }
}
