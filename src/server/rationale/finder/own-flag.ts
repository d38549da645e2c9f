import { dot, EMBEDDED, unpacked } from './vectors.ts'

/** What labeled sentences showed about red flags in general. Used for red flags added by staff, which don't have a trained network. */
export type OwnFlags = {
  /** The mean sentence, and how sentences vary around it (inverse covariance, row by row). */
  mean: Float32Array
  inverse: Float32Array
  /** How relevant a sentence is to any red flag, followed by each known one. */
  rows: Float32Array[]
  mixes: Mix[]
}
/** The weight of each signal once this many sentences are marked. The last weight is the bias, so a score above 0 is worth showing. */
export type Mix = { marks: number; weights: number[] }
export type StoredOwnFlags = { mean: string; inverse: string; rows: string[]; mixes: Mix[] }

/** What's known about a red flag: the embeddings of its description and of the marked sentences about it. */
export type FlagEmbeddings = { description: Float32Array; marks: Float32Array[] }
export type Sentence = { embedding: Float32Array; words: number }

/** Returns how relevant each sentence is to the red flag, in log odds above the threshold for showing it. */
export function scoreOwnFlag(own: OwnFlags, known: FlagEmbeddings, sentences: Sentence[]): number[] {
  const towards = directionOf(own, known)
  const weights = mixFor(own.mixes, known.marks.length)
  return sentences.map((sentence) => [...featuresFor(own, towards, known.marks, sentence), 1].reduce((sum, sign, i) => sum + sign * weights[i]!, 0))
}

/** The description counts as much as this many marked sentences. */
const DESCRIPTION = 3

/**
 * Returns the direction from the mean sentence toward those about the red flag, with more weight on unlikely differences (Fisher's linear
 * discriminant).
 */
export function directionOf({ mean, inverse }: Pick<OwnFlags, 'mean' | 'inverse'>, { description, marks }: FlagEmbeddings): Float32Array {
  const all = [...Array.from({ length: DESCRIPTION }, () => description), ...marks]
  const difference = mean.map((usual, i) => all.reduce((sum, one) => sum + one[i]!, 0) / all.length - usual)
  const direction = mean.map((_, i) => dot(inverse.subarray(i * EMBEDDED, (i + 1) * EMBEDDED), difference))
  const spread = Math.sqrt(dot(direction, difference)) || 1
  return direction.map((value) => value / spread)
}

const MAX_WORDS = 3
const NEAREST = 3
/** Scales a cosine to roughly the size of the other signals. */
const SIMILARITY_SCALE = 5

/** Returns the signals that a sentence is about a red flag, in the order of the weights. */
export function featuresFor(
  { mean, rows }: Pick<OwnFlags, 'mean' | 'rows'>,
  towards: Float32Array,
  marks: Float32Array[],
  { embedding, words }: Sentence,
): number[] {
  const difference = embedding.map((value, i) => value - mean[i]!)
  const near = marks.map((mark) => dot(mark, embedding)).toSorted((a, b) => b - a)
  const nearest = near.slice(0, NEAREST)
  const [any = 0, ...others] = rows.map((row) => dot(row, difference))
  return [
    dot(towards, difference),
    SIMILARITY_SCALE * (near[0] ?? 0),
    (SIMILARITY_SCALE * nearest.reduce((sum, one) => sum + one, 0)) / Math.max(1, nearest.length),
    any,
    Math.max(...others),
    Math.min(words, MAX_WORDS),
  ]
}

/** Interpolates logarithmically between the known numbers of marks, because the tenth mark changes more than the hundredth. */
function mixFor(mixes: Mix[], marks: number): number[] {
  const upperMix = mixes.find((mix) => mix.marks >= marks) ?? mixes.at(-1)!
  const lowerMix = mixes.findLast((mix) => mix.marks <= marks) ?? upperMix
  const span = Math.log1p(upperMix.marks) - Math.log1p(lowerMix.marks)
  const share = span === 0 ? 0 : (Math.log1p(Math.min(marks, upperMix.marks)) - Math.log1p(lowerMix.marks)) / span
  return lowerMix.weights.map((weight, i) => weight + share * (upperMix.weights[i]! - weight))
}

export function readOwnFlags({ mean, inverse, rows, mixes }: StoredOwnFlags): OwnFlags {
  return { mean: unpacked(mean), inverse: unpacked(inverse), rows: rows.map(unpacked), mixes }
}
