import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedWords } from './highlight-changes.ts'

const changes = (before: string, after: string) => {
  const words = after === '' ? [] : after.split(' ')
  const { added, removed } = changedWords(before === '' ? [] : before.split(' '), words)
  return { added: [...added].map((place) => words[place]), removed: [...removed] }
}

test('only words that differ are marked, along with places where words were removed', () => {
  expect(changes('we have decided not to go on', 'we have decided not to go on')).toEqual({ added: [], removed: [] })
  expect(changes('a b c d', 'a x c d')).toEqual({ added: ['x'], removed: [2] })
  expect(changes('a b c', 'a b c now')).toEqual({ added: ['now'], removed: [] })
  expect(changes('a b c d', 'a d')).toEqual({ added: [], removed: [1] })
  expect(changes('', 'all new')).toEqual({ added: ['all', 'new'], removed: [] })
  expect(changes('all gone', '')).toEqual({ added: [], removed: [0] })
})

test('without the added words, the remaining words appear in the old text in the same order', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { added } = changedWords(before, after)
      let at = 0
      for (const word of after.filter((_, place) => !added.has(place))) {
        at = before.indexOf(word, at) + 1
        if (at === 0) return false
      }
      return true
    }),
  )
})
