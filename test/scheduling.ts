import { expect } from 'vitest'
import { eq } from 'drizzle-orm'
import { saveOwnCalendar } from '#contract/interviewers.ts'
import { confirmTimes, holdTime, readOwnTimes } from '#contract/scheduling/own-times.ts'
import { savePlan } from '#contract/scheduling/scheduling.ts'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { requestLink } from '#contract/candidate/candidate.ts'
import { interviewSeal, unseal } from '#server/mail/sealed.ts'
import { insertEmail, setSent } from '#server/mail/store.ts'
import { email_outbox, interview_booking, status_change, user_session } from '#server/db/tables.ts'
import { makeCandidate, makeInterviewer, type Interviewing } from './interviewing.ts'
import { openOwnPage } from './own-page.ts'
import type { Actor, TestApp } from './setup/app.ts'

export const ROUND_THE_CLOCK = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '08:00', to: '20:00' }))

/** Creates a candidate who was invited to interviews and has their own page open in a browser. */
export async function makeInvited(app: TestApp): Promise<{ id: number; email: string; as: Actor }> {
  const id = await makeCandidate(app, PROCEED, { email: `invited.${Math.random().toString(36).slice(2)}@example.com` })
  const [session] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, id))
  const email = session!.email!
  await app.db.insert(status_change).values({ user_session_id: id, from_status_id: 5, to_status_id: PROCEED, changed_by: (await app.admin()).staff_account_id })
  const said = { subject: 'Invited', html: 'Invited', text: 'Invited', to_address: email }
  const { email_id } = await insertEmail(app.db, { purpose: 'candidate', user_session_id: id, ref_application_status_id: PROCEED, ...said }, 'staff')
  await setSent(app.db, { email_id, tries: 0 })
  await app.db.update(user_session).set({ has_emailed_application_status: true }).where(eq(user_session.user_session_id, id))
  await app.call(requestLink, { email })
  return { id, email, as: await openOwnPage(app, email) }
}

/** Plans Interview A (and B and C if requested), each with whichever of these interviewers is free. */
export async function planFor(
  app: TestApp,
  id: number,
  by: Interviewing[],
  but: { interviews?: number[]; interviewer_count?: number; one_day?: boolean; buffer_minutes?: number } = {},
) {
  const { interviews = [1], interviewer_count = 1, ...rest } = but
  const interviewer_ids = by.map((one) => one.ref_interviewer_id)
  const parts = interviews.map((ref_interview_id) => ({ ref_interview_id, minutes: 45, interviewer_ids, interviewer_count }))
  return app.call(savePlan, { user_session_id: id, parts, ...rest }, await app.admin())
}

/** Returns the emails about interviews to an address, oldest first. */
export function interviewEmails(app: TestApp, to_address: string) {
  return app.db.select().from(email_outbox).where(eq(email_outbox.to_address, to_address)).orderBy(email_outbox.email_id)
}

/** Returns the link from the latest email to a candidate about an interview, as shown to the recipient. */
export async function interviewsLinkOf(app: TestApp, { id, email }: { id: number; email: string }): Promise<string> {
  const { text } = (await interviewEmails(app, email)).findLast((one) => one.text.includes('/application/interviews/'))!
  return new URL(/https?:\S+\/application\/interviews\/\S+/.exec(unseal(app.services.keys, text, { opened: interviewSeal(id) }))![0]).pathname
}

export type Invited = Awaited<ReturnType<typeof makeInvited>>

/** Steps shared by the scheduling tests, all in one app. */
export function openScheduling(app: TestApp) {
  let made = 0
  async function interviewer(but: { daily_maximum?: number; weekly_hours?: typeof ROUND_THE_CLOCK; time_zone?: string } = {}): Promise<Interviewing> {
    const one = await makeInterviewer(app, `Ivo ${String.fromCharCode(97 + (made % 26))}${made++}`)
    const calendar = { time_zone: 'America/New_York', weekly_hours: ROUND_THE_CLOCK, days_off: [], daily_maximum: 20, ...but }
    expect((await app.call(saveOwnCalendar, calendar, one.as)).status).toBe(200)
    return one
  }

  async function timesOf({ id, as }: Invited, at = 0) {
    const { status, body } = await app.call(readOwnTimes, { id, zone: 'Asia/Kolkata' }, as)
    expect([status, body.detail]).toEqual([200, undefined])
    return body.interviews[at]!
  }
  const hold = ({ id, as }: Invited, starts_at: string, ref_interview_id = 1) => app.call(holdTime, { id, ref_interview_id, starts_at }, as)
  const confirm = ({ id, as }: Invited) => app.call(confirmTimes, { id }, as)
  const bookingsOf = (id: number) => app.db.select().from(interview_booking).where(eq(interview_booking.user_session_id, id))

  async function booked(by?: Interviewing) {
    const ivo = by ?? (await interviewer())
    const candidate = await makeInvited(app)
    await planFor(app, candidate.id, [ivo])
    const starts_at = (await timesOf(candidate)).free[4]!
    expect((await hold(candidate, starts_at)).status).toBe(200)
    expect((await confirm(candidate)).status).toBe(200)
    const [row] = await bookingsOf(candidate.id)
    return { ivo, candidate, starts_at, row: row! }
  }

  return { interviewer, timesOf, hold, confirm, bookingsOf, booked }
}
