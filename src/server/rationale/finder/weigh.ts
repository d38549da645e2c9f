import type { Example, RedFlag, Stance } from '../generator.ts'
import { bm25, type Term } from './bm25.ts'
import type { Encode } from '../encoder/encoder.ts'
import { featuresOf, type Heads, type Score, scoresOf } from './heads.ts'
import { stemsOf } from './words.ts'

/** `score` above 0: worth showing. */
export type Weight = { score: number; stance: Stance }

/** From here on two descriptions say the same. */
const SAME_FLAG = 0.8

/** How strongly each sentence bears on a red flag, and which way: by the trained heads where they know the flag, by likeness to its description and to marked sentences where they don't. */
export function weighAll({ heads, encode }: { heads: Heads; encode: Encode }, redFlag: RedFlag, texts: string[]): Weight[] {
  const flag = trainedFlag({ heads, encode }, redFlag)
  const words = flag === null ? lexical(redFlag, texts) : []
  const [description] = flag === null ? encode([redFlag.red_flag_desc]) : []
  const examples = embedded(encode, redFlag.examples ?? [])
  const read = worthReading(heads, texts, (scores, i) => (flag === null ? words[i]! : scores[flag]!.relevance))
  const embeddings = encode(read.map((i) => texts[i]!))
  const weights = texts.map((): Weight => ({ score: -PULL, stance: 'unclear' }))
  for (const [place, i] of read.entries()) {
    const embedding = embeddings[place]!
    const scores = scoresOf(heads, featuresOf(heads.grams, texts[i]!, embedding))
    const base = description ? likeness(cosine(embedding, description), words[i]!) : scores[flag!]!.relevance - heads.threshold
    const direction = description ? anyDirection(scores) : scores[flag!]!.direction
    const { score, stance } = marked(base, embedding, examples)
    weights[i] = { score, stance: stance ?? stanceOf(direction, heads.undecided) }
  }
  return weights
}

function embedded(encode: Encode, examples: Example[]): Marked[] {
  const embeddings = encode(examples.map((one) => one.text))
  return examples.map(({ stance }, i) => ({ stance, embedding: embeddings[i]! }))
}

/** Reading a sentence takes 8 ms. A candidate has about 50; of a flood, those whose words alone promise most are read. */
const MOST_READ = 150

function worthReading(heads: Heads, texts: string[], promise: (scores: Score[], i: number) => number): number[] {
  if (texts.length <= MOST_READ) return [...texts.keys()]
  const promises = texts.map((text, i) => promise(scoresOf(heads, featuresOf(heads.grams, text, null)), i))
  return [...texts.keys()].toSorted((a, b) => promises[b]! - promises[a]!).slice(0, MOST_READ)
}

function trainedFlag({ heads, encode }: { heads: Heads; encode: Encode }, { red_flag_desc }: RedFlag): number | null {
  const exact = heads.flags.indexOf(red_flag_desc)
  if (exact >= 0) return exact
  const [wanted, ...known] = encode([red_flag_desc, ...heads.flags])
  const alike = known.map((one) => cosine(wanted!, one))
  const best = alike.indexOf(Math.max(...alike))
  return alike[best]! >= SAME_FLAG ? best : null
}

/** Set by hand; how well they work for flags without a trained network hasn't been measured. */
const LIKENESS = { floor: 0.42, slope: 10, words: 0.35, most: 3 }

function likeness(cosineToDescription: number, words: number): number {
  return (cosineToDescription - LIKENESS.floor) * LIKENESS.slope + Math.min(words, LIKENESS.most) * LIKENESS.words
}

function lexical({ red_flag_desc, signal_words }: RedFlag, texts: string[]): number[] {
  const terms: Term[] = [...new Set([...signal_words, ...stemsOf(red_flag_desc)])]
    .map((word) => ({ stems: stemsOf(word), weight: 1 }))
    .filter((term) => term.stems.length > 0)
  return bm25(terms, texts.map(stemsOf))
}

/** Which way a sentence speaks of the candidate at all; all heads share most of it. */
const anyDirection = (scores: Score[]) => scores.reduce((sum, one) => sum + one.direction, 0) / Math.max(scores.length, 1)

const stanceOf = (direction: number, undecided: number): Stance => (Math.abs(direction) < undecided ? 'unclear' : direction > 0 ? 'for' : 'against')

type Marked = { stance: Stance | 'none'; embedding: Float32Array }
/** Nearer than `NEAR` to a marked sentence, a sentence is like it; nearer than `SAME`, it says the same. */
const NEAR = 0.65
const SAME = 0.9
const PULL = 12

/** The nearest marked sentence decides: one that bears on the red flag brings sentences like it up, "not about it" holds them back. */
function marked(score: number, embedding: Float32Array, examples: Marked[]): { score: number; stance: Stance | null } {
  const near = examples.map((one) => ({ ...one, likeness: cosine(embedding, one.embedding) })).toSorted((a, b) => b.likeness - a.likeness)
  const first = near[0]
  if (!first || first.likeness < NEAR) return { score, stance: null }
  const pull = (first.likeness - NEAR) * PULL
  if (first.stance === 'none') return { score: first.likeness > SAME ? -PULL : score - pull, stance: null }
  return { score: Math.max(score, pull), stance: first.stance }
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}
