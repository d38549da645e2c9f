export type Place = { start: number; end: number }

/** Where a quote stands word for word in a text; only runs of white space may differ. */
export function findQuote(text: string, quote: string): Place | null {
  const words = quote.trim().split(/\s+/u)
  if (words[0] === undefined || words[0] === '') return null
  const pattern = words.map(escaped).join('\\s+')
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'u').exec(text)
  return whole && { start: whole.index, end: whole.index + whole[0].length }
}

export const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' })
/** The segmenter does not end a sentence before a bracket: markup after an honest sentence would spoil it. */
const BEFORE_BRACKET = /(?<=[.!?]["'”’)]?\s)(?=[<[{|#`])/u

/** A text cut into sentences that give the text again when joined. */
export const proseSentences = (text: string) => [...SENTENCES.segment(text)].flatMap((part) => part.segment.split(BEFORE_BRACKET))

/** The place, widened to whole sentences, so that cutting a quote short cannot turn what it says. */
export function wholeSentences(text: string, place: Place): Place {
  let start = place.start
  let end = place.end
  let index = 0
  for (const segment of proseSentences(text)) {
    const trimmedEnd = index + segment.trimEnd().length
    if (index <= place.start && place.start < index + segment.length) start = index
    if (index < place.end && place.end <= index + segment.length) end = Math.max(end, trimmedEnd)
    index += segment.length
  }
  return end - start > MAX_WIDENED ? place : { start, end }
}

/** Feedback without full stops would be quoted whole. */
const MAX_WIDENED = 600
