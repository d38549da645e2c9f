import { expect, test } from 'vitest'
import { suggestedAddress } from './question-field.tsx'
import { withinWords } from './long-field.tsx'

test('text within the limit is accepted unchanged', () => {
  expect(withinWords('one', 'one two', 3)).toEqual({ text: 'one two', cut: '', caret: 7 })
})

test('a paste is truncated at the limit, and the remainder is kept separately', () => {
  expect(withinWords('one two', 'one two three four five', 3)).toEqual({ text: 'one two three ', cut: 'four five', caret: 14 })
})

test('pasting in the middle keeps the text after it', () => {
  expect(withinWords('one six', 'one two three six', 3)).toMatchObject({ text: 'one two six', cut: 'three' })
})

test('text that is already too long can be shortened', () => {
  expect(withinWords('a b c d e', 'a b c d', 3)).toMatchObject({ text: 'a b c d', cut: '' })
})

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmail.co', 'ana@gmail.com'],
  ['ana@hotnail.com', 'ana@hotmail.com'],
  ['Ana.B@gamil.com', 'Ana.B@gmail.com'],
  ['ana@yaho.com', 'ana@yahoo.com'],
  ['ana@clinic.con', 'ana@clinic.com'],
  ['ana@gmail.com', null],
  ['ana@ymail.com', null],
  ['ana@mac.com', null],
  ['ana@mayo.edu', null],
  ['ana@kp.org', null],
  ['ana@ge.com', null],
  ['ana@example.org', null],
  ['no address', null],
])('%s: did you mean %s?', (typed, meant) => {
  expect(suggestedAddress(typed)).toBe(meant)
})
