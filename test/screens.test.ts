import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MIN_CONTRAST } from '#contract/brand/brand-colors.ts'
import { colorOf, contrast } from '#contract/brand/colors.ts'
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

const TOKENS = readFileSync('src/web/tokens.css', 'utf8')
const tokens = Object.fromEntries(
  [...TOKENS.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(([, name, light, dark]) => [name, { light: light!, dark: dark! }]),
)

test("warnings, errors and successes are readable on every background of their scheme, and don't depend on the accent", () => {
  for (const scheme of ['light', 'dark'] as const) {
    for (const meaning of ['warn', 'bad', 'good']) {
      for (const ground of ['ground', 'surface', 'sand', `${meaning}-tint`]) {
        const [text, behind] = [tokens[meaning]![scheme], tokens[ground]![scheme]]
        expect(contrast(colorOf(text), colorOf(behind)), `${meaning} on ${ground}, ${scheme}`).toBeGreaterThanOrEqual(MIN_CONTRAST)
      }
    }
  }
})
