import { expect, test } from 'vitest'
import { hideNumbers } from './hide-numbers.ts'

test("with names hidden, a corrected number's old value is hidden even with grouped digits; days, years and short numbers are kept", () => {
  const hidden = (text: string) => hideNumbers(text, ['RNZ 884-218'])
  expect(hidden('RNZ884218, was RNZ 884-217')).toBe('[number], was RNZ [number]')
  expect(hidden('88.4.217 or 884 217 or 884217')).toBe('[number] or [number] or [number]')
  const kept = 'Checked 2026-11-20, 11-20-2026 and November 20 2026, for 2025-2026, form 2.1.8, page 3-4, in 2026 12 states'
  expect(hidden(kept)).toBe(kept)
})

test('numbers are hidden in every common grouping, and dates next to them are kept', () => {
  const hidden = (text: string) => hideNumbers(text, [])
  for (const number of ['884/217', '88 42 17', '88-42-17', '88–42–17', '884 / 217', '8 8 4 2 1 7', '10-11-12-345', '1234 56 78 93', '(555) 123-4567'])
    expect(hidden(`was ${number} until 2024-11, now ${number} 11/2024`), number).toBe('was [number] until 2024-11, now [number] 11/2024')
})

test('days, months and years are kept in every common format', () => {
  const kept = '2024-11, 11/2024, 2024/11, 2024-11-20, 11/20/26, 20.11.2026, 11/20, Nov. 20 2026, 2025–2026, 2019'
  expect(hideNumbers(kept, [])).toBe(kept)
})
