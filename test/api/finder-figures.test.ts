import { expect, test } from 'vitest'
import { countsOf, FIGURES, judge } from '#lab/bench/rationale/direction.ts'
import { developmentOf, readInterviews } from '#lab/rationale/sentences.ts'

// Uses half of the development set, so this takes only a second. `npm run bench -- direction` prints all figures.
const half = developmentOf(readInterviews('h')).filter((one) => one.number % 2 === 0)
const { judgments } = await judge(half)
const counts = new Map(countsOf(judgments).map((count, i) => [FIGURES[i]!.name, count]))
const shareOf = (name: string) => {
  const [count, of] = counts.get(name)!
  return count / of
}

test("praise and other people's actions are rarely shown as evidence, and stances are rarely reversed", () => {
  expect(shareOf('favorable or about others, shown as for')).toBeLessThanOrEqual(1 / 35)
  expect(shareOf('could go either way, shown as for')).toBeLessThanOrEqual(0.05)
  expect(shareOf('wrong direction, shown or not')).toBeLessThanOrEqual(0.03)
})

test('clearly damning sentences are shown as evidence against, and severe ones are in the first five', () => {
  expect(shareOf('plainly damning, shown as for')).toBeGreaterThanOrEqual(0.8)
  expect(shareOf('grave, among the first five')).toBeGreaterThanOrEqual(0.9)
})
