import { expect, test } from 'vitest'
import { searchWords } from '#contract/text/search-words.ts'
import { splitMatches } from './highlighted.tsx'

const marked = (text: string, search: string) =>
  splitMatches(text, searchWords(search))
    .map((piece) => (piece.isFound ? `[${piece.text}]` : piece.text))
    .join('')

test('a search term is highlighted at word starts and is not treated as a pattern', () => {
  expect(marked('Care (of) careful scare', 'care (')).toBe('[Care] (of) [care]ful scare')
  expect(marked('At 100% of a.c', '.* 100%')).toBe('At [100]% of a.c')
  expect(marked('a cat', 'a')).toBe('[a] cat')
})

test('accents are ignored', () => {
  expect(marked('Zoë Ångström', 'zoe ANG')).toBe('[Zoë] [Ång]ström')
  expect(marked('Zoe', 'zoë')).toBe('[Zoe]')
  expect(marked('Løvdahl Æsop Strauß Thor Þór', 'lovdahl aes strauss THO')).toBe('[Løvdahl] [Æs]op [Strauß] [Tho]r [Þó]r')
})
