import { formatLongDay } from '#contract/time-zone.ts'
import type { Services } from '#server/services.ts'
import { candidateZone } from '#server/candidate/read-checklist.ts'
import { insertEmail } from '#server/mail/store.ts'
import { bookingSenderOf } from './booking-sender.ts'
import { feedbackDueEmail } from './emails.ts'
import { keepAppointment } from '#server/scheduling/appointments/keep-appointment.ts'
import { listUnsynced } from '#server/scheduling/appointments/appointment-store.ts'
import { cancelBySystem } from '#server/scheduling/cancel-booking.ts'
import { claimFeedbackDue, claimReminders, listObsoleteBookings, claimInterviewed, listInterviewed } from './reminder-store.ts'
import { findBooking } from '#server/scheduling/store.ts'
import { notifyBoth } from './notify.ts'
import { findCandidate } from '#server/scheduling/week-store.ts'
import { findCurrentChange, lockApplicant } from '#server/applicants/decide/move-store.ts'
import { restartReplyTime } from '#server/applicants/decide/reply-date-store.ts'
import { queueCandidateEmail } from '#server/applicants/emails/queue-candidate-email.ts'
import { HttpError } from '#server/http/http-error.ts'
import { findActiveTemplate } from '#server/templates/store.ts'

const CHECK_EVERY_MS = 60_000
const BATCH_SIZE = 100

type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'log' | 'calendar'>

/** Checks every minute which reminders are due; each is sent once, even with several processes. */
export function openReminders(services: Deps): { start: () => void; stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  const check = () => {
    working = remind(services).catch((error: Error & { code?: string }) =>
      services.log.error({ code: error.code, type: error.name }, 'the interview reminders failed'),
    )
    timer = setTimeout(check, CHECK_EVERY_MS).unref()
  }
  return {
    start: () => void (timer ??= setTimeout(check, CHECK_EVERY_MS).unref()),
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

/** Tells candidates what happens next and by when, once, after their last interview. Does nothing while the template is disabled. */
async function writeNextSteps(services: Omit<Deps, 'calendar'>): Promise<void> {
  if (!(await findActiveTemplate(services.db, { purpose: 'next-steps' }))) return
  for (const id of await listInterviewed(services.db, BATCH_SIZE)) {
    try {
      await writeTo(services, id)
    } catch (error) {
      // A template that can't be filled in for one candidate must not block the others.
      if (!(error instanceof HttpError)) throw error
      services.log.warn({ user_session_id: id, reason: error.message }, "the email after the last interview can't be sent")
    }
  }
}

async function writeTo({ db, env, keys }: Omit<Deps, 'calendar'>, user_session_id: number): Promise<void> {
  await db.transaction(async (tx) => {
    // They may have been decided on, erased, or given another interview since they were listed.
    const applicant = await lockApplicant(tx, user_session_id, 'everyone')
    if (!applicant || !(await claimInterviewed(tx, user_session_id))) return
    const reply_by = await restartReplyTime(tx, user_session_id)
    const current = await findCurrentChange(tx, user_session_id)
    await queueCandidateEmail({ tx, env, keys, actor: null }, applicant, {
      purpose: 'next-steps',
      ref_application_status_id: null,
      // A decision made while this email is pending withdraws it.
      status_change_id: current?.status_change_id ?? null,
      values: { reply_by: formatLongDay(env.TIME_ZONE, reply_by) },
      delaySeconds: env.MAIL_DELAY_SECONDS,
    })
  })
}
