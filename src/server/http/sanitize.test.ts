import { expect, test } from 'vitest'
import { HOSTILE } from '#test/hostile/markup.ts'
import { safeMarkup } from './sanitize.ts'

const ALLOWED = /^<\/?(p|br|ul|ol|li|strong|b|em|i|u|s|a|h3|h4|blockquote|code|hr)(\s+(href|title|rel)="[^"]*")*\s*\/?>$/i

test.each(HOSTILE)('%s is reduced to allowed markup', (text) => {
  const safe = safeMarkup(text)

  for (const tag of safe.match(/<[^>]*>?/g) ?? []) expect(tag).toMatch(ALLOWED)
  expect(safe).not.toMatch(/javascript:|data:|href="\/\//i)
  expect(safeMarkup(safe)).toBe(safe)
})

test("allowed markup is kept, and links can't access the page that opened them", () => {
  expect(safeMarkup('<ul><li>One <strong>thing</strong></li></ul>')).toBe('<ul><li>One <strong>thing</strong></li></ul>')
  expect(safeMarkup('<a href="https://example.com/a?b=1&amp;c=2">x</a>')).toBe('<a href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer">x</a>')
})

test('plain text is left as typed', () => {
  const plain = ['Fewer than 3 < 4 & more\n- a dash', '<img src=x onerror=alert(1)//']
  expect(plain.map(safeMarkup)).toEqual(plain)
})

test('text is shown without escapes if its only markup was removed', () => {
  expect(safeMarkup('<span>Research & care</span>')).toBe('<p>Research &amp; care</p>')
})
