import { eq } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { interview_booking } from '#server/db/tables.ts'
import { interviewEmails, openScheduling } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'
import { stopClocks } from '#test/setup/moved-clock.ts'
import { remind } from './reminders.ts'

const app = await startApp()
const { booked } = openScheduling(app)
const { row, ivo, candidate } = await booked()
// The interviewer's time zone is New York, which is five hours behind in February. The 5th is a Friday.
const clocks = await stopClocks(app.services.database, new Date('2027-02-01T12:00:00Z'))
afterAll(async () => {
  clocks.go()
  vi.useRealTimers()
  await app.close()
})
await app.db
  .update(interview_booking)
  .set({ starts_at: '2027-02-05T18:00:00Z', ends_at: '2027-02-05T18:45:00Z', booked_at: '2027-02-01T12:00:00Z' } as never)
  .where(eq(interview_booking.interview_booking_id, row.interview_booking_id))

async function emailsSentAt(moment: string, to: string, subject: string): Promise<number> {
  await clocks.setTo(new Date(moment))
  await remind(app.services)
  return (await interviewEmails(app, to)).filter((one) => one.subject.startsWith(subject)).length
}

test('both sides are reminded once, 24 hours before, with the time in their own time zone', async () => {
  for (const [moment, count] of [
    ['2027-02-04T17:59:00Z', 0],
    ['2027-02-04T18:01:00Z', 1],
    ['2027-02-05T12:00:00Z', 1],
  ] as const) {
    expect(await emailsSentAt(moment, candidate.email, 'Interview reminder')).toBe(count)
    expect(await emailsSentAt(moment, ivo.email, 'Interview reminder')).toBe(count)
  }
  const textTo = async (to: string) => (await interviewEmails(app, to)).find((one) => one.subject.startsWith('Interview reminder'))!.text
  expect(await textTo(ivo.email)).toContain('Friday, February 5, 2027 at 1:00 PM EST')
  expect(await textTo(candidate.email)).toMatch(/Friday, February 5, 2027 at (11:30 PM GMT\+5:30|6:00 PM UTC)/)
})

test('feedback is requested an hour after the end, then each workday morning, at most five times', async () => {
  for (const [moment, count] of [
    ['2027-02-05T19:44:00Z', 0],
    ['2027-02-05T19:46:00Z', 1],
    ['2027-02-05T23:00:00Z', 1],
    // Saturday and Sunday.
    ['2027-02-06T15:00:00Z', 1],
    ['2027-02-07T15:00:00Z', 1],
    // Monday before and after nine.
    ['2027-02-08T13:59:00Z', 1],
    ['2027-02-08T14:01:00Z', 2],
    ['2027-02-08T20:00:00Z', 2],
    ['2027-02-09T14:01:00Z', 3],
    ['2027-02-10T14:01:00Z', 4],
    ['2027-02-11T14:01:00Z', 5],
    ['2027-02-12T14:01:00Z', 5],
    ['2027-02-15T14:01:00Z', 5],
  ] as const)
    expect([moment, await emailsSentAt(moment, ivo.email, 'Feedback due')]).toEqual([moment, count])
})
