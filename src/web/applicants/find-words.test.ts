import { expect, test } from 'vitest'
import { piecesOf } from './find-words.ts'

test('what was searched for is marked, and is no pattern', () => {
  expect(piecesOf('Care (of) care', ['care', '('])).toEqual([
    { text: 'Care', isFound: true },
    { text: ' ', isFound: false },
    { text: '(', isFound: true },
    { text: 'of) ', isFound: false },
    { text: 'care', isFound: true },
  ])
})
