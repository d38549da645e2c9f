import type { Services } from '#server/services.ts'
import { candidateZone } from '#server/candidate/read-checklist.ts'
import { insertEmail } from '#server/mail/store.ts'
import { bookingSenderOf } from './booking-sender.ts'
import { feedbackDueEmail } from './emails.ts'
import { keepAppointment } from '#server/scheduling/appointments/keep-appointment.ts'
import { listUnsynced } from '#server/scheduling/appointments/appointment-store.ts'
import { cancelBySystem } from '#server/scheduling/cancel-booking.ts'
import { writeNextSteps } from './next-steps.ts'
import { claimFeedbackDue, claimReminders, listObsoleteBookings } from './reminder-store.ts'
import { findBooking } from '#server/scheduling/store.ts'
import { notifyBoth } from './notify.ts'
import { findCandidate } from '#server/scheduling/week-store.ts'

const CHECK_EVERY_MS = 60_000
const BATCH_SIZE = 100

type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'log' | 'calendar'>

/** Checks every minute which reminders are due; each is sent once, even with several processes. */
export function openReminders(services: Deps): { start: () => void; stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  const look = () => {
    working = remind(services).catch((error: Error & { code?: string }) =>
      services.log.error({ code: error.code, type: error.name }, 'the interview reminders failed'),
    )
    timer = setTimeout(look, CHECK_EVERY_MS).unref()
  }
  return {
    start: () => void (timer ??= setTimeout(look, CHECK_EVERY_MS).unref()),
    async stop() {
      clearTimeout(timer)
      await working
    },
  }
}

/**
 * One round: obsolete interviews, tomorrow's interviews, feedback that's due, next steps after the last interview, and bookings not yet synced to the
 * calendar service.
 */
export async function remind(services: Deps): Promise<void> {
  for (const id of await listObsoleteBookings(services.db, BATCH_SIZE)) await cancelBySystem(services, id)
  await remindOfInterviews(services)
  await remindOfFeedback(services)
  await writeNextSteps(services)
  if (services.calendar.appointments) for (const id of await listUnsynced(services.db, BATCH_SIZE)) await keepAppointment(services, id)
}

async function remindOfInterviews({ db, env, keys }: Deps): Promise<void> {
  await db.transaction(async (tx) => {
    for (const id of await claimReminders(tx, BATCH_SIZE)) {
      const booking = (await findBooking(tx, id))!
      const candidate = (await findCandidate(tx, booking.user_session_id))!
      await notifyBoth(tx, 'reminder', booking, {
        env,
        keys,
        by: 'system',
        candidate,
        candidateZone: candidateZone(env, candidate),
        delaySeconds: 0,
      })
    }
  })
}

async function remindOfFeedback({ db, env }: Deps): Promise<void> {
  await db.transaction(async (tx) => {
    for (const id of await claimFeedbackDue(tx, BATCH_SIZE)) {
      const booking = (await findBooking(tx, id))!
      const candidate = (await findCandidate(tx, booking.user_session_id))!
      await insertEmail(tx, feedbackDueEmail(await bookingSenderOf(env, tx), { booking, candidate }), 'system')
    }
  })
}
