import fc from 'fast-check'
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import type { InterviewerCalendar } from '#contract/interviewers.ts'
import { dayIn, openStretches, windowEnd } from './working-hours.ts'

const DAY = 86_400_000
/** Offsets of half and quarter hours, clock changes at midnight and by half an hour, and none. */
const ZONES = [
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Europe/Berlin',
  'Pacific/Chatham',
  'UTC',
]
const zone = fc.constantFrom(...ZONES)
const moment = fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2030-01-01') })

const calendarOf = (time_zone: string): InterviewerCalendar => ({
  time_zone,
  weekly_hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
  days_off: [],
  daily_maximum: 4,
})

test('open hours are 9 to 5 on weekdays by the wall clock, across clock changes: another library agrees', () => {
  fc.assert(
    fc.property(zone, moment, (time_zone, from) => {
      const window = { from, to: from + 20 * DAY }
      const open = openStretches(calendarOf(time_zone), window)
      expect(open.length).toBeGreaterThanOrEqual(13)
      for (const one of open) {
        const [start, end] = [one.from, one.to].map((at) => DateTime.fromMillis(at, { zone: time_zone }))
        if (one.from > window.from) expect(start!.toFormat('HH:mm')).toBe('09:00')
        if (one.to < window.to) expect(end!.toFormat('HH:mm')).toBe('17:00')
        expect(start!.weekday).toBeLessThanOrEqual(5)
        expect(start!.toISODate()).toBe(end!.toISODate())
        expect(dayIn(time_zone, one.from)).toBe(start!.toISODate())
      }
    }),
    { numRuns: 300 },
  )
})

test('every weekday hour inside the window is open, and no other', () => {
  fc.assert(
    fc.property(zone, moment, fc.integer({ min: 0, max: 20 * 24 * 4 }), (time_zone, from, quarters) => {
      const window = { from, to: from + 20 * DAY }
      const at = from + quarters * 900_000
      const local = DateTime.fromMillis(at, { zone: time_zone })
      const minutes = local.hour * 60 + local.minute + local.second / 60 + local.millisecond / 60_000
      const isWorking = local.weekday <= 5 && minutes >= 540 && minutes < 1020 && at < window.to
      expect(openStretches(calendarOf(time_zone), window).some((one) => one.from <= at && at < one.to)).toBe(isWorking)
    }),
    { numRuns: 500 },
  )
})

test('a window of working days ends with the last of them, even when requested on a Friday evening', () => {
  const friday = Date.parse('2026-05-08T23:30:00Z')
  expect(DateTime.fromMillis(windowEnd(friday, 1, 'America/New_York'), { zone: 'America/New_York' }).toISO()).toBe('2026-05-12T00:00:00.000-04:00')
  fc.assert(
    fc.property(zone, moment, fc.integer({ min: 1, max: 30 }), (time_zone, now, days) => {
      const today = DateTime.fromMillis(now, { zone: time_zone }).startOf('day')
      const end = DateTime.fromMillis(windowEnd(now, days, time_zone), { zone: time_zone })
      let working = 0
      for (let day = today.plus({ days: 1 }); day.toISODate()! < end.toISODate()!; day = day.plus({ days: 1 })) if (day.weekday <= 5) working++
      expect(working).toBe(days)
      expect(end.equals(end.startOf('day'))).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test("days off are days in the interviewer's zone", () => {
  const window = { from: Date.parse('2026-05-04T00:00:00Z'), to: Date.parse('2026-05-09T00:00:00Z') }
  const open = openStretches({ ...calendarOf('Asia/Kolkata'), days_off: ['2026-05-05'] }, window)
  expect(open.map(({ from }) => dayIn('Asia/Kolkata', from))).toEqual(['2026-05-04', '2026-05-06', '2026-05-07', '2026-05-08'])
})
