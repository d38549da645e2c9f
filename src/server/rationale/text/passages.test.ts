import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findQuote } from './find-quote.ts'
import { passagesOf, widened } from './passages.ts'

const sentences = (text: string) => passagesOf(text).map(({ start, end }) => text.slice(start, end))
const quoted = (text: string, part: string) => {
  const { start, end } = widened(text, findQuote(text, part)!)
  return text.slice(start, end)
}

test.each([
  ['She never said that Dr. Smith was to blame. Kind.', 'Smith was to blame', 'She never said that Dr. Smith was to blame.'],
  ['He avoids risks, e.g. recapping needles. Calm.', 'recapping needles', 'He avoids risks, e.g. recapping needles.'],
  ['Things he did NOT do:\n- blame the lab\n- interrupt\n\nOverall fine.', 'blame the lab', 'Things he did NOT do:\n- blame the lab'],
  ['Never seen\n\n* shouting\n* lying', 'lying', 'Never seen\n\n* shouting\n* lying'],
  ['Did he blame anybody? He did not. Fine.', 'Did he blame anybody', 'Did he blame anybody? He did not.'],
  ['She said: “It was the lab. No, it was me.” Then she left.', 'It was the lab', 'She said: “It was the lab. No, it was me.”'],
  ["He said 'I skipped the scan. Just kidding.' and laughed.", 'I skipped the scan', "He said 'I skipped the scan. Just kidding.' and laughed."],
  ['She said: “The lab lost it. My colleague saw that.” Then she left.', 'The lab lost it', 'She said: “The lab lost it. My colleague saw that.”'],
  ["He said 'I skipped the scan. My lead knew.' and laughed.", 'I skipped the scan', "He said 'I skipped the scan. My lead knew.' and laughed."],
  ['He did not: wash hands. Check bands.', 'Check bands', 'He did not: wash hands. Check bands.'],
  ['He is always late. Not.', 'always late', 'He is always late. Not.'],
  ['He blames others… or so the last panel believed, wrongly.', 'He blames others', 'He blames others… or so the last panel believed, wrongly.'],
])('in "%s" a quote of "%s" is never cut in a way that changes its meaning', (text, part, whole) => {
  expect(quoted(text, part)).toBe(whole)
})

test('line breaks and periods end a sentence', () => {
  expect(sentences('Kind. Calm!\nLate twice\n\nWhy?')).toEqual(['Kind.', 'Calm!', 'Late twice', 'Why?'])
})

test('other kinds of quotation marks, apostrophes and spaces match the stored words', () => {
  const text = 'She said “I didn’t  do it” and left.'
  const place = findQuote(text, '"I didn\'t do it"')!
  expect(text.slice(place.start, place.end)).toBe('“I didn’t  do it”')
})

test('every sentence is in the text verbatim, in order and without overlap', () => {
  const part = fc.oneof(fc.constantFrom('Dr. Who said no. ', "didn't ", '\n', '- ', 'Not:\n', '“late.”', '\u00A0', '…', '😀'), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('')
      const all = passagesOf(text)
      let last = 0
      for (const { from, start, end } of all) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(from).toBeLessThanOrEqual(start)
        expect(end).toBeGreaterThan(start)
        last = end
      }
      expect(
        all
          .map(({ start, end }) => text.slice(start, end))
          .join('')
          .replace(/\s/gu, ''),
      ).toBe(text.replace(/\s/gu, ''))
    }),
    { numRuns: 40 },
  )
})
