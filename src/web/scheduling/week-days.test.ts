import { expect, test } from 'vitest'
import { daysFrom, mondayToShow } from './week-days.ts'

/** Noon in the reader's time zone. */
const noonOf = (day: string) => new Date(`${day}T12:00:00`)

test('the interview week is the current week on a workday, and the next one on a weekend', () => {
  for (const day of ['2026-11-23', '2026-11-25', '2026-11-27']) expect([day, mondayToShow(noonOf(day))]).toEqual([day, '2026-11-23'])
  for (const day of ['2026-11-28', '2026-11-29', '2026-11-30']) expect([day, mondayToShow(noonOf(day))]).toEqual([day, '2026-11-30'])
})

test('a week with a clock change has seven days', () => {
  expect(mondayToShow(noonOf('2026-10-31'))).toBe('2026-11-02')
  expect(daysFrom('2026-10-26')).toEqual(['2026-10-26', '2026-10-27', '2026-10-28', '2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01'])
})
