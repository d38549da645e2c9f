import { GRAVE_KINDS, type GraveKind } from '#contract/red-flags/grave.ts'
import { EMBEDDED, unpacked } from './vectors.ts'

/** Small networks over a sentence's embedding and words that score how relevant it is to each trained red flag, and each kind of severe conduct. */
export type Heads = {
  /** Descriptions of the red flags the heads were trained for, in the order of their scores. The kinds of severe conduct follow them. */
  flags: string[]
  /** Words and word pairs, with their weights. */
  grams: Map<string, { place: number; rarity: number }>
  nets: Net[]
  /** The minimum score for a sentence to be shown. */
  threshold: number
  /** The minimum score for a sentence to count as severe conduct. */
  graveThreshold: number
}
export type Net = { hidden: number; w1: Float32Array; b1: Float32Array; w2: Float32Array; b2: Float32Array }
/** Sparse values; missing positions are 0. */
export type Features = { places: Int32Array; values: Float32Array }

/** Scale factors for the embedding and the words. */
const EMBEDDING_SCALE = 4
const WORDS_SCALE = 2

export function gramsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replace(/[‘’ʼ]/gu, "'")
      .replace(/\d+/gu, '#')
      .match(/[\p{L}#]+(?:'\p{L}+)?|[?!"“:]/gu) ?? []
  const all = ['^', ...words, '$']
  return [...new Set([...words, ...all.slice(1).map((word, i) => `${all[i]} ${word}`)])]
}

/** Also works without an embedding, using words alone. */
export function featuresOf(grams: Heads['grams'], text: string, embedding: Float32Array | null): Features {
  const known = gramsOf(text)
    .map((gram) => grams.get(gram))
    .filter((one) => one !== undefined)
  const length = Math.hypot(...known.map((one) => one.rarity)) || 1
  return {
    places: Int32Array.from([...(embedding?.keys() ?? []), ...known.map((one) => one.place)]),
    values: Float32Array.from([...(embedding?.map((value) => value * EMBEDDING_SCALE) ?? []), ...known.map((one) => (one.rarity / length) * WORDS_SCALE)]),
  }
}

export const KINDS = Object.keys(GRAVE_KINDS) as GraveKind[]

/** How relevant a sentence is to each trained red flag, and the kind of severe conduct it describes. */
export type Scores = { relevance: number[]; grave: GraveKind | null }

export function scoresOf(heads: Heads, features: Features): Scores {
  const outputs = heads.nets.map((net) => outputsOf(net, features))
  const means = Array.from(outputs[0]!, (_, i) => outputs.reduce((sum, one) => sum + one[i]!, 0) / outputs.length)
  const gravity = means.slice(-KINDS.length)
  const highest = Math.max(...gravity)
  return { relevance: means.slice(0, -KINDS.length), grave: highest > heads.graveThreshold ? KINDS[gravity.indexOf(highest)]! : null }
}

/** The last weight in a row is its bias. */
export function weightedSum(row: Float32Array, { places, values }: Features): number {
  let sum = row[row.length - 1]!
  for (let i = 0; i < places.length; i++) sum += row[places[i]!]! * values[i]!
  return sum
}

function outputsOf({ hidden, w1, b1, w2, b2 }: Net, { places, values }: Features): Float32Array {
  const inner = Float32Array.from(b1)
  for (let i = 0; i < places.length; i++) {
    const value = values[i]!
    const base = places[i]! * hidden
    if (value !== 0) for (let j = 0; j < hidden; j++) inner[j]! += value * w1[base + j]!
  }
  const outputs = Float32Array.from(b2)
  for (let q = 0; q < outputs.length; q++) {
    for (let j = 0; j < hidden; j++) outputs[q]! += Math.max(0, inner[j]!) * w2[q * hidden + j]!
  }
  return outputs
}

export type StoredHeads = Omit<Heads, 'grams' | 'nets'> & {
  grams: [string, number][]
  nets: { hidden: number; w1: string; b1: string; w2: string; b2: string }[]
}

export function readHeads({ grams, nets, ...rest }: StoredHeads): Heads {
  return {
    ...rest,
    grams: new Map(grams.map(([gram, rarity], i) => [gram, { place: EMBEDDED + i, rarity }])),
    nets: nets.map(({ hidden, w1, b1, w2, b2 }) => ({ hidden, w1: unpacked(w1), b1: unpacked(b1), w2: unpacked(w2), b2: unpacked(b2) })),
  }
}
