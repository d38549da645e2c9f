import type { Token } from './sentences.ts'

/** One thing to look for: a stem, or several stems in a row. */
export type Term = { stems: string[]; weight: number }
export type Match = { score: number; terms: number; negated: boolean }

/** The usual values (Robertson and Zaragoza, 2009), with a weak length penalty: sentences differ little in length. */
const SATURATION = 1.2
const LENGTH_PENALTY = 0.3

/** Okapi BM25 of each list of tokens against the terms, in the order given; `negated` when a term stands under a negation. */
export function rankByBm25(terms: Term[], texts: Token[][]): Match[] {
  const averageLength = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(texts.length, 1)
  const found = texts.map((text) => terms.map((term) => placesOf(term, text)))
  const holders = terms.map((_, i) => found.filter((places) => places[i]?.length).length)
  const matchOf = (text: Token[], places: number[][]): Match => {
    const stretch = 1 - LENGTH_PENALTY + (LENGTH_PENALTY * text.length) / Math.max(averageLength, 1)
    const match = { score: 0, terms: 0, negated: false }
    for (const [i, term] of terms.entries()) {
      const at = places[i] ?? []
      if (at.length === 0) continue
      const rarity = Math.log(1 + (texts.length - (holders[i] ?? 0) + 0.5) / ((holders[i] ?? 0) + 0.5))
      match.score += (term.weight * rarity * at.length * (SATURATION + 1)) / (at.length + SATURATION * stretch)
      match.terms += 1
      match.negated ||= at.some((place) => text.slice(place, place + term.stems.length).some((token) => token.negated))
    }
    return match
  }
  return texts.map((text, i) => matchOf(text, found[i] ?? []))
}

/** Words that may stand between the words of a phrase: "cut her off". */
const GAP = 2

function placesOf(term: Term, text: Token[]): number[] {
  return text.flatMap((_, start) => (standsAt(term.stems, text, start) ? [start] : []))
}

function standsAt(stems: string[], text: Token[], start: number): boolean {
  let at = start
  for (const [i, stem] of stems.entries()) {
    const reach = text.slice(at, at + (i === 0 ? 1 : GAP + 1))
    const step = reach.findIndex((token) => isSameWord(token.stem, stem))
    if (step < 0) return false
    at += step + 1
  }
  return true
}

/** Equal stems, or long ones with a long common beginning: a stemmer keeps "absence" and "absent" apart. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  const shorter = Math.min(a.length, b.length)
  return shorter >= 6 && Math.max(a.length, b.length) - shorter <= 4 && a.slice(0, shorter - 1) === b.slice(0, shorter - 1)
}
