import type { GraveKind } from '#contract/red-flags/grave.ts'
import type { Stance } from '../generator.ts'
import { awayFromCandidate, hasDenial, heldBackBy, plainly, wordsInScope } from './cues.ts'
import { graveIn } from './grave.ts'
import { type Features, gramsOf, weighed } from './heads.ts'
import { EMBEDDED, unpacked } from './vectors.ts'
import { valenceOf } from './valence.ts'

/**
 * One weight per embedding dimension, gram and signal, plus a constant. The score is how strongly a sentence shows a red flag (above 0) or favors the
 * candidate.
 */
export type Direction = { grams: Map<string, { place: number; rarity: number }>; row: Float32Array }
export type StoredDirection = { grams: [string, number][]; row: string }

/** Scores between these two are unclear. The threshold for showing a red flag is higher, because showing one can cost someone a job. */
const AGAINST = -4.5
const MIN_SCORE_FOR = 4
/** A sentence that describes severe conduct needs a lower score, but still must not sound like praise. */
const FOR_GRAVE = 0
/** Added to the learned weights: each word for a good or bad action, and a denial, which can reverse any of them. */
const PER_WORD = 1.5
const PER_DENIAL = -0.5
const MAX_WORDS = 2
const SCALE = { embedding: 4, grams: 2 }

/** How a sentence reads, whichever red flag it's about. `away` is how much less it counts because it's about someone else. */
export type Reading = { stance: Stance; grave: GraveKind | null; away: number }
export type Read = (text: string, embedding: Float32Array) => Reading

/** Classifies each sentence only once, because eight red flags look at the same ones. Caches the `most` recent ones. */
export function openReader(direction: Direction, most: number): Read {
  const kept = new Map<string, Reading>()
  return (text, embedding) => {
    const reading = kept.get(text) ?? readingOf(direction, text, embedding)
    kept.delete(text)
    kept.set(text, reading)
    if (kept.size > most) kept.delete(kept.keys().next().value!)
    return reading
  }
}

/** Anything other than the candidate's own completed action is unclear. */
function readingOf(direction: Direction, text: string, embedding: Float32Array): Reading {
  const grave = graveIn(text)
  const away = awayFromCandidate(text)
  if (heldBackBy(text).length > 0) return { stance: 'unclear', grave, away }
  const value = leaningOf(direction, text, embedding)
  if (value < AGAINST) return { stance: 'against', grave: null, away }
  return { stance: value > (grave ? FOR_GRAVE : MIN_SCORE_FOR) ? 'for' : 'unclear', grave, away }
}

function leaningOf({ grams, row }: Direction, text: string, embedding: Float32Array): number {
  const { bad, good } = valenceOf(text)
  const words = Math.max(-MAX_WORDS, Math.min(MAX_WORDS, bad - good))
  return weighed(row, directionFeatures(grams, text, embedding)) + PER_WORD * words + (hasDenial(text) ? PER_DENIAL : 0)
}

/** Returns a sentence's words and word pairs and, separately, those that are denied or follow a "but". */
export function directionGrams(text: string): string[] {
  return [...new Set([...gramsOf(text), ...wordsInScope(plainly(text))])]
}

export function directionFeatures(grams: Direction['grams'], text: string, embedding: Float32Array): Features {
  const known = directionGrams(text)
    .map((gram) => grams.get(gram))
    .filter((one) => one !== undefined)
  const length = Math.hypot(...known.map((one) => one.rarity)) || 1
  const places = new Int32Array(EMBEDDED + known.length + SIGNS)
  const values = new Float32Array(places.length)
  for (let i = 0; i < EMBEDDED; i++) {
    places[i] = i
    values[i] = embedding[i]! * SCALE.embedding
  }
  for (const [i, { place, rarity }] of known.entries()) {
    places[EMBEDDED + i] = place
    values[EMBEDDED + i] = (rarity / length) * SCALE.grams
  }
  for (const [i, sign] of signsOf(text).entries()) {
    places[EMBEDDED + known.length + i] = EMBEDDED + grams.size + i
    values[EMBEDDED + known.length + i] = sign
  }
  return { places, values }
}

/** The number of weights that follow those of the grams. */
export const SIGNS = 4

function signsOf(text: string): number[] {
  const { bad, good } = valenceOf(text)
  const half = (isTrue: boolean) => (isTrue ? 0.5 : 0)
  return [Math.min(MAX_WORDS, bad), Math.min(MAX_WORDS, good), half(hasDenial(text)), half(heldBackBy(text).length > 0)]
}

export function readDirection({ grams, row }: StoredDirection): Direction {
  return { grams: new Map(grams.map(([gram, rarity], i) => [gram, { place: EMBEDDED + i, rarity }])), row: unpacked(row) }
}
