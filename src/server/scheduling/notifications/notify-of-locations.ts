import { describePlace } from '#contract/interviews.ts'
import type { Db } from '#server/db/connect.ts'
import type { Services } from '#server/services.ts'
import { answerLink } from '#server/scheduling/answering/answer-link.ts'
import { findCalendar } from '#server/calendar/store.ts'
import { candidateZone } from '#server/candidate/read-checklist.ts'
import { insertEmail, rewriteEmail } from '#server/mail/store.ts'
import { bookingSenderOf } from './booking-sender.ts'
import { bookingEmail, type EmailDetails } from './emails.ts'
import { candidateSide } from './notify.ts'
import { findBooking, listLiveBookings, setBookingFacts, type BookingRow } from '#server/scheduling/store.ts'
import { listTogether } from '#server/scheduling/together-store.ts'
import { findCandidate } from '#server/scheduling/week-store.ts'

type Deps = Pick<Services, 'env' | 'keys'>

/** Notifies both sides of interviews whose link, number or address differs from `before`. */
export async function notifyOfLocations(tx: Db, needed: Deps, before: Pick<BookingRow, 'interview_booking_id' | 'where'>[]): Promise<void> {
  for (const { interview_booking_id, where } of before) {
    const booking = await findBooking(tx, interview_booking_id)
    if (booking && describeLocation(booking) !== describeLocation({ ...booking, where })) await notifyOfLocation(tx, needed, interview_booking_id)
  }
}

/** Updates a candidate's pending emails to list what's booked and what's left as of now. */
export async function refreshWaiting(tx: Db, { env, keys }: Deps, user_session_id: number): Promise<void> {
  const candidate = await findCandidate(tx, user_session_id)
  if (!candidate?.email) return
  const time_zone = candidateZone(env, candidate)
  for (const booking of await listLiveBookings(tx, user_session_id)) {
    if (booking.state !== 'booked' || booking.email_ids.length === 0) continue
    const side = await candidateSide(tx, { env, keys }, { kind: 'booked', booking, candidate, time_zone })
    await rewritten(tx, booking, bookingEmail(await bookingSenderOf(env, tx), announcementKind(booking), { booking, candidate, ...side }))
  }
}

/** The kind of email that announces the booking in its current form. */
const announcementKind = ({ sequence }: BookingRow) => (sequence === 0 ? 'booked' : 'moved')

/** Format and location for comparison, with a fixed time zone and clock so only real changes show up. */
const describeLocation = (booking: BookingRow) => describePlace(booking, 'UTC', 0)

/** Adds format and location to the invitations, or sends an update if they've already been sent. */
export async function notifyOfLocation(tx: Db, { env, keys }: Deps, interview_booking_id: number): Promise<void> {
  const first = (await findBooking(tx, interview_booking_id))!
  if (first.state === 'booked') for (const booking of await listTogether(tx, first)) await updateInvitations(tx, { env, keys }, booking)
}

async function updateInvitations(tx: Db, { env, keys }: Deps, booking: BookingRow): Promise<void> {
  const candidate = await findCandidate(tx, booking.user_session_id)
  if (!candidate) return
  const sender = await bookingSenderOf(env, tx)
  const zone = candidateZone(env, candidate)
  const { time_zone } = await findCalendar(tx, booking.ref_interviewer_id)
  const sides = [
    { to: 'interviewer' as const, time_zone, own_url: answerLink({ env, keys }, booking) },
    ...(booking.beside_id === null ? [await candidateSide(tx, { env, keys }, { kind: 'place', booking, candidate, time_zone: zone })] : []),
  ]
  const updated = { ...booking, sequence: booking.sequence + 1 }
  let isUpdate = false
  for (const side of sides) {
    if (side.to === 'candidate' && !candidate.email) continue
    const details: EmailDetails = { booking, candidate, ...side }
    const waiting = await rewritten(tx, booking, bookingEmail(sender, announcementKind(booking), details))
    if (waiting) continue
    isUpdate = true
    await insertEmail(tx, bookingEmail(sender, 'place', { ...details, booking: updated }), 'system')
  }
  if (isUpdate) await setBookingFacts(tx, booking.interview_booking_id, { sequence: updated.sequence })
}

async function rewritten(tx: Db, { email_ids }: BookingRow, email: ReturnType<typeof bookingEmail>): Promise<boolean> {
  for (const id of email_ids) if (await rewriteEmail(tx, id, email)) return true
  return false
}
