import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sources } from './source-files.ts'
import { clock, fullTimeOf } from '#web/ui/clock.ts'

test('times read 2:29 AM, and printed times include the day and year', () => {
  expect(clock('2027-05-04T02:29:00')).toBe('2:29 AM')
  expect(fullTimeOf('2027-05-04T14:05:00')).toBe('Tue, May 4, 2027, 2:05 PM')
})

test("no screen formats a date by the browser's language: everyone sees the same format", () => {
  const own = sources('src/web').filter((path) =>
    /toLocale(Date|Time)String\((\[\]|undefined|\)|\s*\{)|DateTimeFormat\((\[\]|undefined)|toLocaleString\((\[\]|undefined|\))/.test(
      readFileSync(path, 'utf8'),
    ),
  )
  expect(own).toEqual([])
})
