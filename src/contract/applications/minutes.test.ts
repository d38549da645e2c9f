import { expect, test } from 'vitest'
import { minutesInWords, minutesToApply } from './minutes.ts'

const essay = { question_type: 'Extended Open Text Box', required_flag: true, max_words: 300 }
const name = { question_type: 'Text', required_flag: true, max_words: 300 }

test.each([
  ['nothing to answer', [], 1],
  ['two names', [name, name], 1],
  ['two essays of up to 300 words', [essay, essay], 10],
  ['an essay of up to 60 words', [{ ...essay, max_words: 60 }], 1],
  ['optional essays', [name, { ...essay, required_flag: false }], 1],
])('%s: the limits say how long it takes', (_, questions, minutes) => {
  expect(minutesToApply(questions)).toBe(minutes)
})

test('one minute is singular', () => {
  expect([minutesInWords(1), minutesInWords(12)]).toEqual(['Takes about a minute', 'Takes about 12 minutes'])
})
