import { and, eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { updateStatus } from '#contract/applicants/moves.ts'
import { planFor, makeInvited, openScheduling } from '#test/scheduling.ts'
import { REJECTED_AT_SCHEDULING } from '#contract/statuses/statuses.ts'
import { formatLongDay } from '#contract/time-zone.ts'
import { email_outbox, email_template, interview_booking, user_session } from '#server/db/tables.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { setStatus } from '#test/interviewing.ts'
import { startApp } from '#test/setup/app.ts'
import { remind } from './reminders.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '30', TIME_ZONE: 'America/Chicago' })
afterAll(() => app.close())
const admin = await app.admin()
const { interviewer, booked, timesOf, hold, confirm } = openScheduling(app)
const DAY_MS = 86_400_000

/** Makes a candidate's booked interviews end this long ago. */
const endAgo = (id: number, ago: string) =>
  app.db
    .update(interview_booking)
    .set({ starts_at: sql`now() - ${ago}::interval - interval '45 minutes'`, ends_at: sql`now() - ${ago}::interval` } as never)
    .where(eq(interview_booking.user_session_id, id))
const nextStepsTo = (id: number) =>
  app.db
    .select()
    .from(email_outbox)
    .where(and(eq(email_outbox.user_session_id, id), eq(email_outbox.template_name, 'After Interviews')))
const promised = async (id: number) => (await app.db.select().from(user_session).where(eq(user_session.user_session_id, id)))[0]!.reply_due_at!
/** How many next-steps emails a candidate has after a round of reminders. */
async function afterRound(id: number): Promise<number> {
  await remind(app.services)
  return (await nextStepsTo(id)).length
}

test("an hour after the last interview, one email says what happens next and by when, matching the candidate's page", async () => {
  const { candidate } = await booked()
  await endAgo(candidate.id, '50 minutes')
  expect(await afterRound(candidate.id)).toBe(0)
  await endAgo(candidate.id, '61 minutes')
  await Promise.all([remind(app.services), remind(app.services)])
  const [email, ...more] = await nextStepsTo(candidate.id)
  expect(more).toEqual([])
  const reply_by = await promised(candidate.id)
  expect(Math.round((Date.parse(reply_by) - Date.now()) / DAY_MS)).toBe(14)
  expect(email!.text).toContain(`You'll hear from us by ${formatLongDay('America/Chicago', reply_by)} either way.`)
  expect(email).toMatchObject({ to_address: candidate.email, reply_to: 'lead@meridianhealth.example', created_by: null })
  await endAgo(candidate.id, '2 hours')
  expect(await afterRound(candidate.id)).toBe(1)
})

test('a later date that was already promised is kept, even after the email is sent', async () => {
  const { candidate } = await booked()
  const later = new Date(Date.now() + 40 * DAY_MS).toISOString()
  await app.db.update(user_session).set({ reply_due_at: later }).where(eq(user_session.user_session_id, candidate.id))
  await endAgo(candidate.id, '61 minutes')
  await remind(app.services)
  const [email] = await nextStepsTo(candidate.id)
  expect(email!.text).toContain(formatLongDay('America/Chicago', later))
  await app.db
    .update(email_outbox)
    .set({ send_after: sql`now()` as never })
    .where(eq(email_outbox.email_id, email!.email_id))
  await app.outbox.sendDue()
  expect([(await nextStepsTo(candidate.id))[0]!.state, await promised(candidate.id)]).toEqual(['sent', later])
})

test("the email waits until every planned interview is over, and isn't sent after a no-show, a decision, an erasure or three days", async () => {
  const ivo = await interviewer()
  const half = await makeInvited(app)
  await planFor(app, half.id, [ivo], { interviews: [1, 2] })
  expect([(await hold(half, (await timesOf(half)).free[2]!)).status, (await confirm(half)).status]).toEqual([200, 200])
  const [missed, decided, erased, old] = [await booked(), await booked(), await booked(), await booked()].map(({ candidate }) => candidate.id)
  for (const id of [half.id, missed!, decided!, erased!]) await endAgo(id, '2 hours')
  await endAgo(old!, '4 days')
  await app.db.update(interview_booking).set({ marked_as: 'no-show' }).where(eq(interview_booking.user_session_id, missed!))
  await setStatus(app, decided!, REJECTED_AT_SCHEDULING)
  await eraseApplicant(app.services, { user_session_id: erased!, reason: 'asked for', insideMandatory: 'erase' })
  await remind(app.services)
  for (const id of [half.id, missed!, decided!, erased!, old!]) expect(await nextStepsTo(id)).toEqual([])
})

test('staff can turn the email off by disabling its template, and a decision withdraws a pending one', async () => {
  const { candidate } = await booked()
  await endAgo(candidate.id, '2 hours')
  const disable = (disabled_flag: boolean) => app.db.update(email_template).set({ disabled_flag }).where(eq(email_template.email_name, 'After Interviews'))
  await disable(true)
  expect(await afterRound(candidate.id)).toBe(0)
  await disable(false)
  expect(await afterRound(candidate.id)).toBe(1)
  expect((await app.call(updateStatus, { user_session_id: candidate.id, ref_application_status_id: REJECTED_AT_SCHEDULING }, admin)).status).toBe(200)
  expect(await nextStepsTo(candidate.id)).toMatchObject([{ state: 'withdrawn' }])
})

test("an email that can't be filled in for one candidate doesn't hold up the others", async () => {
  const is = eq(email_template.email_name, 'After Interviews')
  const [template] = await app.db.select().from(email_template).where(is)
  const one = await booked()
  const other = await booked()
  for (const { candidate } of [one, other]) await endAgo(candidate.id, '2 hours')
  await app.db.update(email_template).set({ email_base_html: '<p>{last_name}, {unheard_of}</p>' }).where(is)
  expect(await afterRound(one.candidate.id)).toBe(0)
  await app.db.update(email_template).set({ email_base_html: template!.email_base_html }).where(is)
  expect([await afterRound(one.candidate.id), (await nextStepsTo(other.candidate.id)).length]).toEqual([1, 1])
})
