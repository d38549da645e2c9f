import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALSO_EMBEDDED } from './database-kinds.ts'
import { FULL_ONLY, SLOW } from './plan.ts'

const RECORDED = '.cache/test-costs.json'
const MAX_SECONDS = 10
/** Every file costs more on a busy machine, so the limit is at least this share of the total cost. */
const MAX_SHARE = 1 / 65

test('every file listed in the test plan exists', () => {
  const named = [FULL_ONLY, SLOW, ALSO_EMBEDDED].flatMap(Object.keys)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})

test('a file in npm test that uses more than 10 seconds of processor time is on the list of slow files', () => {
  const costs = existsSync(RECORDED) ? (JSON.parse(readFileSync(RECORDED, 'utf8')) as Record<string, number>) : {}
  const isKnown = (path: string) => path in FULL_ONLY || path in SLOW || !existsSync(path)
  const limit = Math.max(MAX_SECONDS, Object.values(costs).reduce((sum, seconds) => sum + seconds, 0) * MAX_SHARE)
  const slow = Object.entries(costs).filter(([path, seconds]) => seconds > limit && !isKnown(path))
  expect(slow.map(([path, seconds]) => `${path}: ${seconds} s in the last run; make it cheaper, or add it to test/plan/plan.ts`)).toEqual([])
})
