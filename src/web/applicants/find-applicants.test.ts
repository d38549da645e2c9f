import { expect, test } from 'vitest'
import type { Applicant } from '#contract/applicants.ts'
import { findApplicants, piecesOf } from './find-applicants.ts'

const told = (alias: string, ...texts: string[]) =>
  ({ alias, answers: texts.map((applicants_answer) => ({ question_name: 'q', question_text: 'Q', applicants_answer })) }) as Applicant

test('every word of the search has to occur, in any answer and any case', () => {
  const all = [told('A', 'I ran a Night shift', 'with care'), told('B', 'Days only'), told('C', 'night', 'CARE home')]
  expect(findApplicants(all, ' care NIGHT ').map((one) => one.alias)).toEqual(['A', 'C'])
  expect(findApplicants(all, '')).toHaveLength(3)
})

test('what was searched for is marked, and is no pattern', () => {
  expect(piecesOf('Care (of) care', ['care', '('])).toEqual([
    { text: 'Care', isFound: true },
    { text: ' ', isFound: false },
    { text: '(', isFound: true },
    { text: 'of) ', isFound: false },
    { text: 'care', isFound: true },
  ])
})
