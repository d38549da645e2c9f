import fc from 'fast-check'
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import type { InterviewerCalendar } from '#contract/interviewers.ts'
import { dayIn, openTimeRanges, windowEnd } from './working-hours.ts'

const DAY = 86_400_000
/** Half-hour and quarter-hour offsets, clock changes at midnight and by half an hour, and zones without clock changes. */
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

test('open hours are 9 to 5 local time on weekdays, across clock changes, matching another library', () => {
  fc.assert(
    fc.property(zone, moment, (time_zone, from) => {
      const window = { from, to: from + 20 * DAY }
      const open = openTimeRanges(calendarOf(time_zone), window)
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

test('every weekday hour inside the window is open, and no other hour is', () => {
  fc.assert(
    fc.property(zone, moment, fc.integer({ min: 0, max: 20 * 24 * 4 }), (time_zone, from, quarters) => {
      const window = { from, to: from + 20 * DAY }
      const at = from + quarters * 900_000
      const local = DateTime.fromMillis(at, { zone: time_zone })
      const minutes = local.hour * 60 + local.minute + local.second / 60 + local.millisecond / 60_000
      const isWorking = local.weekday <= 5 && minutes >= 540 && minutes < 1020 && at < window.to
      expect(openTimeRanges(calendarOf(time_zone), window).some((one) => one.from <= at && at < one.to)).toBe(isWorking)
    }),
    { numRuns: 500 },
  )
})

test('in the hour that a clock change skips or repeats, no time outside the set hours is offered', () => {
  const on = (day: string, from: string, to: string) => {
    const calendar = { ...calendarOf('America/New_York'), weekly_hours: [{ weekday: 7, from, to }] }
    const open = openTimeRanges(calendar, { from: Date.parse(`${day}T00:00:00Z`), to: Date.parse(`${day}T23:59:00Z`) })
    return open.map((one) => [one.from, one.to].map((at) => DateTime.fromMillis(at, { zone: 'America/New_York' }).toFormat('h:mm ZZZZ')).join(' to '))
  }
  expect(on('2026-03-08', '02:00', '02:45')).toEqual([])
  expect(on('2026-03-08', '01:30', '02:30')).toEqual(['1:30 EST to 3:00 EDT'])
  expect(on('2026-03-08', '02:30', '04:00')).toEqual(['3:00 EDT to 4:00 EDT'])
  expect(on('2026-11-01', '01:30', '02:30')).toEqual(['1:30 EDT to 1:00 EST', '1:30 EST to 2:30 EST'])
  expect(on('2026-11-01', '01:00', '02:00')).toEqual(['1:00 EDT to 2:00 EST'])
})

test('around clock changes, exactly the set hours in local time are open', () => {
  const minute = fc.integer({ min: 0, max: 300 })
  const clock = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
  /** Days with clock changes in these zones, and other days. */
  const day = fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-04', '2026-04-05', '2026-09-06', '2026-09-27', '2026-10-04', '2026-10-25', '2026-11-01')
  fc.assert(
    fc.property(zone, day, minute, minute, fc.integer({ min: -8, max: 24 }), (time_zone, day, one, other, quarters) => {
      fc.pre(one !== other)
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const weekly_hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: clock(from), to: clock(to) }))
      const open = openTimeRanges({ ...calendarOf(time_zone), weekly_hours }, { from: Date.parse(day) - 2 * DAY, to: Date.parse(day) + 3 * DAY })
      const at = DateTime.fromISO(day, { zone: time_zone }).toMillis() + quarters * 900_000
      const local = DateTime.fromMillis(at, { zone: time_zone })
      const shown = local.hour * 60 + local.minute
      expect(open.some((stretch) => stretch.from <= at && at < stretch.to)).toBe(from <= shown && shown < to)
    }),
    { numRuns: 2000 },
  )
})

test('a window of working days ends with the last one, even if requested on a Friday evening', () => {
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

test("days off follow the interviewer's time zone", () => {
  const window = { from: Date.parse('2026-05-04T00:00:00Z'), to: Date.parse('2026-05-09T00:00:00Z') }
  const open = openTimeRanges({ ...calendarOf('Asia/Kolkata'), days_off: ['2026-05-05'] }, window)
  expect(open.map(({ from }) => dayIn('Asia/Kolkata', from))).toEqual(['2026-05-04', '2026-05-06', '2026-05-07', '2026-05-08'])
})
