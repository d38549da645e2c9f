import { expect, test } from 'vitest'
import { hideNumbers } from './hide-numbers.ts'

test('with names hidden, a number from before a correction is hidden even with digits in groups; days, years and short numbers are kept', () => {
  const hidden = (text: string) => hideNumbers(text, ['RNZ 884-218'])
  expect(hidden('RNZ884218, was RNZ 884-217')).toBe('[number], was RNZ [number]')
  expect(hidden('88.4.217 or 884 217 or 884217')).toBe('[number] or [number] or [number]')
  const kept = 'Checked 2026-11-20, 11-20-2026 and November 20 2026, for 2025-2026, form 2.1.8, page 3-4'
  expect(hidden(kept)).toBe(kept)
})
