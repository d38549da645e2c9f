import { syllable } from 'syllable'
import { expect, test } from 'vitest'
import { ownTexts, sentencesOf } from './own-sentences.ts'

/** Prescribed word for word by the specification: not ours to change. */
const PRESCRIBED = [
  'Application submitted, but failed to proceed to resume upload. Please contact support.',
  'Error submitting feedback. Please try again.',
  'Failed to load applicants. Please try again later.',
  'Failed to load application questions. Please try again later.',
  'Failed to load email template. Please try again later.',
  'Failed to load email templates. Please try again later.',
  'Failed to load function roles. Please try again later.',
  'Failed to load role details. Please try again later.',
  'Failed to load roles. Please refresh the page or try again later.',
  'Failed to one question. Please try again. one',
  'Failed to upload resume. Please try again.',
  'Invalid API response: missing questions data',
  'Invalid application data',
  'Invalid email. Please try again.',
  'Invalid response format from server',
  'Invalid role ID',
  'Invalid role data',
  'Login failed. Please try again later.',
  'No response from server. Please check your connection and try again.',
  'Only PDF files are supported. Please select a PDF file.',
  'Please enter a valid LinkedIn profile URL',
  'Please enter a valid email address',
  'Please select Yes or No',
  'Please select a question to update',
  'Please select a role to update',
  'Please select a role to view its applicants.',
  'Please select an interview type to update',
  'Please try again.',
  'Session expired or invalid access.',
  'Verification failed. Please check your code and try again.',
  "You were not found as an interviewer in the database. Please talk to a functional group lead to ensure you're added",
]

/** They beg, or lay the blame on whoever reads, and say nothing about what to do. */
const NOT_OURS = /\b(please|oops|invalid)\b/i
/** https://en.wikipedia.org/wiki/Flesch–Kincaid_readability_tests */
const HARDEST = 9
/** A grade of fewer words says more about one of them than about the text. */
const ENOUGH_WORDS = 50

const texts = ownTexts()

test('what we say has neither ‘please’ nor ‘invalid’, but where the specification prescribes it', () => {
  const said = [...texts.values()].flat().map((text) => text.trim())
  expect(said.length).toBeGreaterThan(2000)
  const begging = said.filter((text) => NOT_OURS.test(text))
  expect([...new Set(begging)].toSorted()).toEqual(PRESCRIBED)
})

test('each page, each letter and each group of messages can be read with nine years of school', () => {
  const graded = [...readings()].filter(([, sentences]) => wordsOf(sentences) >= ENOUGH_WORDS)
  expect(graded.length).toBeGreaterThan(50)
  const hard = graded.map(([name, sentences]) => ({ name, grade: gradeOf(sentences) })).filter(({ grade }) => grade > HARDEST)
  expect(hard).toEqual([])
})

test('the grade is that of the formula', () => {
  // Counted by hand: 2 sentences, 9 words, 11 syllables.
  expect(gradeOf(['We read every answer.', 'You hear from us soon.'])).toBeCloseTo(0.39 * 4.5 + 11.8 * (11 / 9) - 15.59, 5)
})

/** A long text is read by itself; so is a file with enough to read, and else all of a folder. */
function readings(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [path, all] of texts) {
    const sentences = [...new Set(all.flatMap(sentencesOf))]
    const place = wordsOf(sentences) >= ENOUGH_WORDS ? path : path.slice(0, path.lastIndexOf('/'))
    found.set(place, [...(found.get(place) ?? []), ...sentences])
    for (const text of all) if (wordsOf(sentencesOf(text)) >= ENOUGH_WORDS) found.set(`${path}: ${text.slice(0, 40)}`, sentencesOf(text))
  }
  return found
}

function gradeOf(sentences: string[]): number {
  const words = wordsOf(sentences)
  return 0.39 * (words / sentences.length) + 11.8 * (syllable(sentences.join(' ')) / words) - 15.59
}

function wordsOf(sentences: string[]): number {
  return sentences.join(' ').split(' ').filter(Boolean).length
}
