import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sources } from './source-files.ts'
import { clock, fullTimeOf } from '#web/ui/clock.ts'

test('times read 2:29 AM, and printed times have their day and year', () => {
  expect(clock('2027-05-04T02:29:00')).toBe('2:29 AM')
  expect(fullTimeOf('2027-05-04T14:05:00')).toBe('Tue, May 4, 2027, 2:05 PM')
})

test("no screen writes a date the way the browser's language does: everyone sees the same clock", () => {
  const own = sources('src/web').filter((path) =>
    /toLocale(Date|Time)String\((\[\]|undefined|\)|\s*\{)|DateTimeFormat\((\[\]|undefined)|toLocaleString\((\[\]|undefined|\))/.test(
      readFileSync(path, 'utf8'),
    ),
  )
  expect(own).toEqual([])
})
