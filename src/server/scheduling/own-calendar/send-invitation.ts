import type { FastifyReply } from 'fastify'
import { HttpError } from '#server/http/http-error.ts'
import type { Own } from '#server/candidate/withdraw.ts'
import type { Services } from '#server/services.ts'
import { bookingSenderOf } from '#server/scheduling/notifications/booking-sender.ts'
import { calendarFile } from '#server/scheduling/notifications/emails.ts'
import { lockInvited } from '#server/scheduling/times/invited.ts'
import { listLiveBookings } from '#server/scheduling/store.ts'

/** Sends one booked interview as a calendar file. Throws 404 when it isn't the candidate's or isn't booked; 409 unless they're in the interviews. */
export async function sendInvitation({ db, env }: Pick<Services, 'db' | 'env'>, own: Own, id: number, reply: FastifyReply): Promise<FastifyReply> {
  const candidate = await db.transaction((tx) => lockInvited(tx, own))
  const booking = (await listLiveBookings(db, own.user_session_id)).find((one) => one.interview_booking_id === id && one.state === 'booked')
  if (!booking) throw new HttpError(404, "This interview isn't booked.")
  reply.header('content-type', 'text/calendar; charset=utf-8').header('content-disposition', 'attachment; filename="interview.ics"')
  return reply.header('cache-control', 'no-store').send(calendarFile(await bookingSenderOf(env, db), { booking, candidate }))
}
