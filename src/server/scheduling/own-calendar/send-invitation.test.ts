import { afterAll, beforeAll, expect, test } from 'vitest'
import ICAL from 'ical.js'
import { listOwnApplications } from '#contract/candidate/candidate.ts'
import { downloadOwnInvitation } from '#contract/scheduling/own-times.ts'
import { openScheduling } from '#test/scheduling.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
let desk: ReturnType<typeof openScheduling>
beforeAll(async () => {
  app = await startApp({ TIME_ZONE: 'America/New_York' })
  desk = openScheduling(app)
})
afterAll(() => app.close())

test('a candidate sees the booked interview on their page, with a calendar file that has the same UID as the invitation', async () => {
  const { candidate, row: booking } = await desk.booked()
  const [own] = (await app.call(listOwnApplications, {}, candidate.as)).body
  expect(own!.interviews).toEqual([
    expect.objectContaining({ interview_name: 'Interview A', starts_at: new Date(booking.starts_at).toISOString(), time_zone: 'America/New_York' }),
  ])
  const page = String((await app.send('GET', '/application', undefined, candidate.as)).body)
  const path = `/api/candidate/applications/${candidate.id}/interviews/${booking.interview_booking_id}/calendar`
  expect(page).toContain(`href="${path}"`)
  expect(page).toMatch(/ E[SD]T</)

  const file = await app.send('GET', path, undefined, candidate.as)
  expect([file.status, file.headers['content-type'], file.headers['cache-control']]).toEqual([200, 'text/calendar; charset=utf-8', 'no-store'])
  const calendar = new ICAL.Component(ICAL.parse(String(file.body)))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  expect([event.uid, event.startDate.toJSDate().toISOString(), event.attendees]).toEqual([booking.uid, new Date(booking.starts_at).toISOString(), []])
})

test('no one else can get the file', async () => {
  const [mine, theirs] = [await desk.booked(), await desk.booked()]
  const requestInvitation = async (id: number, interview_booking_id: number, as = mine.candidate.as) =>
    (await app.call(downloadOwnInvitation, { id, interview_booking_id }, as)).status
  expect(await requestInvitation(mine.candidate.id, mine.row.interview_booking_id)).toBe(200)
  expect(await requestInvitation(theirs.candidate.id, theirs.row.interview_booking_id)).toBe(404)
  expect(await requestInvitation(mine.candidate.id, theirs.row.interview_booking_id)).toBe(404)
  expect(await requestInvitation(mine.candidate.id, mine.row.interview_booking_id, {})).toBe(401)
})
