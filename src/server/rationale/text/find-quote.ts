import type { TextRange } from '#server/people/mask/disguise.ts'

/** Each character maps to exactly one, so positions in the folded text match positions in the original. */
const FOLDS: [RegExp, string][] = [
  [/[‘’‚‛ʼ′`´]/gu, "'"],
  [/[“”„‟«»″]/gu, '"'],
  [/[‐‑‒–—―−]/gu, '-'],
  [/\s/gu, ' '],
]

/** Returns the text with all quotation marks, apostrophes, dashes and spaces normalized. */
export const folded = (text: string) => FOLDS.reduce((all, [from, to]) => all.replace(from, to), text)

/**
 * Returns where text contains a quote word for word. Only the style of quotation marks, dashes and spaces, and the number of spaces, may differ.
 */
export function findQuote(text: string, quote: string): TextRange | null {
  const words = folded(quote).trim().split(/\s+/u)
  if (words[0] === undefined || words[0] === '') return null
  const pattern = words.map(escaped).join('\\s+')
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'u').exec(folded(text))
  return whole && { start: whole.index, end: whole.index + whole[0].length }
}

export const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')
