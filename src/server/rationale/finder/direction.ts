import type { GraveKind } from '#contract/red-flags/grave.ts'
import type { Stance } from '../generator.ts'
import { awayFromCandidate, hasDenial, exclusionsOf, plainly, wordsInScope } from './cues.ts'
import { graveIn } from './grave.ts'
import { type Features, gramsOf, weightedSum } from './heads.ts'
import { EMBEDDED, unpacked } from './vectors.ts'

/**
 * One weight per embedding dimension, gram and signal, plus a constant. The score is how strongly a sentence shows a red flag (above 0) or favors the
 * candidate.
 */
export type Direction = { grams: Map<string, { place: number; rarity: number }>; row: Float32Array }
export type StoredDirection = { grams: [string, number][]; row: string }

/** Scores between these two are unclear. The threshold for showing a red flag is higher, because showing one can cost someone a job. */
const AGAINST = -4.5
const MIN_SCORE_FOR = 5
/** A sentence that describes severe conduct needs a lower score, but still must not sound like praise. */
const FOR_GRAVE = 1
const SCALE = { embedding: 4, grams: 2 }

/** How a sentence reads, whichever red flag it's about. `away` is how much less it counts because it's about someone else. */
export type Reading = { stance: Stance; grave: GraveKind | null; away: number }
/** `sounds` is the kind of severe conduct that the trained heads recognize. */
export type ReadDirection = (text: string, embedding: Float32Array, sounds: GraveKind | null) => Reading

/** Classifies each sentence only once, because eight red flags look at the same ones. Caches the `most` recent ones. */
export function openReader(direction: Direction, most: number): ReadDirection {
  const cache = new Map<string, Reading>()
  return (text, embedding, sounds) => {
    const reading = cache.get(text) ?? readingOf(direction, { text, embedding, sounds })
    cache.delete(text)
    cache.set(text, reading)
    if (cache.size > most) cache.delete(cache.keys().next().value!)
    return reading
  }
}

/**
 * Anything other than the candidate's own completed action is unclear. Past conduct is still severe. Where a sentence only sounds severe to the trained
 * heads, a denial counts.
 */
function readingOf(direction: Direction, { text, embedding, sounds }: { text: string; embedding: Float32Array; sounds: GraveKind | null }): Reading {
  const away = awayFromCandidate(text)
  const exclusions = exclusionsOf(text)
  const graveKind = graveIn(text)
  const value = weightedSum(direction.row, directionFeatures(direction.grams, text, embedding))
  const grave = graveKind ?? (hasDenial(text) && value <= FOR_GRAVE ? null : sounds)
  if (exclusions.length > 0) return { stance: 'unclear', grave: exclusions.every((reason) => reason === 'past') ? grave : null, away }
  if (value < AGAINST) return { stance: 'against', grave: null, away }
  return { stance: value > (grave ? FOR_GRAVE : MIN_SCORE_FOR) ? 'for' : 'unclear', grave, away }
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
  const places = new Int32Array(EMBEDDED + known.length + SIGNAL_COUNT)
  const values = new Float32Array(places.length)
  for (let i = 0; i < EMBEDDED; i++) {
    places[i] = i
    values[i] = embedding[i]! * SCALE.embedding
  }
  for (const [i, { place, rarity }] of known.entries()) {
    places[EMBEDDED + i] = place
    values[EMBEDDED + i] = (rarity / length) * SCALE.grams
  }
  for (const [i, sign] of directionSignals(text).entries()) {
    places[EMBEDDED + known.length + i] = EMBEDDED + grams.size + i
    values[EMBEDDED + known.length + i] = sign
  }
  return { places, values }
}

/** The number of signals, whose weights follow those of the grams. */
export const SIGNAL_COUNT = 2

function directionSignals(text: string): number[] {
  return [hasDenial(text) ? 0.5 : 0, exclusionsOf(text).length > 0 ? 0.5 : 0]
}

export function readDirection({ grams, row }: StoredDirection): Direction {
  return { grams: new Map(grams.map(([gram, rarity], i) => [gram, { place: EMBEDDED + i, rarity }])), row: unpacked(row) }
}
