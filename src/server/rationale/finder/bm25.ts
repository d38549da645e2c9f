/** The usual values (Robertson and Zaragoza, 2009), with a weak length penalty, because sentences vary little in length. */
const SATURATION = 1.2
const LENGTH_PENALTY = 0.3

export type Term = { stems: string[]; weight: number }

/**
 * Returns the Okapi BM25 score of each text against the terms, in the order given. Texts are given as stems. A term with several stems may have a
 * word or two between them.
 */
export function bm25(terms: Term[], texts: string[][]): number[] {
  const averageLength = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(texts.length, 1)
  const counts = texts.map((text) => terms.map((term) => text.filter((_, start) => isAt(term.stems, text, start)).length))
  const rarities = terms.map((_, i) => {
    const holders = counts.filter((row) => row[i]! > 0).length
    return Math.log(1 + (texts.length - holders + 0.5) / (holders + 0.5))
  })
  return texts.map((text, row) => {
    const stretch = 1 - LENGTH_PENALTY + (LENGTH_PENALTY * text.length) / Math.max(averageLength, 1)
    return terms.reduce((sum, { weight }, i) => {
      const count = counts[row]![i]!
      return sum + (weight * rarities[i]! * count * (SATURATION + 1)) / (count + SATURATION * stretch)
    }, 0)
  })
}

/** Words allowed between the words of a phrase, as in "cut her off". */
const GAP = 2

function isAt(stems: string[], text: string[], start: number): boolean {
  let at = start
  for (const [i, stem] of stems.entries()) {
    const step = text.slice(at, at + (i === 0 ? 1 : GAP + 1)).indexOf(stem)
    if (step < 0) return false
    at += step + 1
  }
  return true
}
