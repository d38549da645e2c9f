import { expect, test } from 'vitest'
import { answerDecks } from './insert-applications.ts'
import { applicantOf } from './applicant.ts'
import { CAST } from '#demo/cast.ts'
import { feedbackDecks } from './insert-interviews.ts'
import { deckOf, fillSlots, randomFrom } from './random.ts'

function story() {
  const [answersOf, feedbackOf] = [answerDecks(), feedbackDecks()]
  return CAST.map(applicantOf).map((one) => ({ email: one.email, answers: answersOf(one), feedback: feedbackOf(one) }))
}

test('the demo is the same every time', () => {
  expect(story()).toEqual(story())
})

test('applicants rarely share the same text', () => {
  const long = story().map(({ answers }) => `${answers['why_this_role']} ${answers['proudest_work']}`)
  expect(new Set(long).size).toBe(long.length)
})

test('applicants use addresses at example domains', () => {
  for (const { email } of story()) expect(email).toMatch(/@([a-z-]+\.)*example\.(com|org|net)$/i)
})

test('a deck deals every item once before repeating any', () => {
  const draw = deckOf(randomFrom(1), ['a', 'b', 'c'])
  expect([draw(), draw(), draw()].toSorted()).toEqual(['a', 'b', 'c'])
  expect(['a', 'b', 'c']).toContain(draw())
})

test('a slot without a value throws an error', () => {
  expect(() => fillSlots('{years} years', {})).toThrow('{years}')
})
