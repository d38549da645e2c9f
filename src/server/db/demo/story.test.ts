import { expect, test } from 'vitest'
import { answerDecks } from './answers.ts'
import { applicantOf } from './applicant.ts'
import { CAST } from '#demo/cast.ts'
import { feedbackDecks } from './feedback.ts'
import { deckOf, fillSlots, randomFrom } from './random.ts'

function story() {
  const [answersOf, feedbackOf] = [answerDecks(), feedbackDecks()]
  return CAST.map(applicantOf).map((one) => ({ email: one.email, answers: answersOf(one), feedback: feedbackOf(one) }))
}

test('the demo tells the same story each time', () => {
  expect(story()).toEqual(story())
})

test('hardly any two applicants say the same', () => {
  const long = story().map(({ answers }) => `${answers['why_this_role']} ${answers['proudest_work']}`)
  expect(new Set(long).size).toBe(long.length)
})

test('applicants live at example domains', () => {
  for (const { email } of story()) expect(email).toMatch(/@([a-z-]+\.)*example\.(com|org|net)$/i)
})

test('a deck deals everything once before it deals anything twice', () => {
  const draw = deckOf(randomFrom(1), ['a', 'b', 'c'])
  expect([draw(), draw(), draw()].toSorted()).toEqual(['a', 'b', 'c'])
  expect(['a', 'b', 'c']).toContain(draw())
})

test('a slot without a value is an error', () => {
  expect(() => fillSlots('{years} years', {})).toThrow('{years}')
})
