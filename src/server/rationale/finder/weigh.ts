import type { Example, RedFlag, Stance } from '../generator.ts'
import { bm25, type Term } from './bm25.ts'
import type { Encode } from '../encoder/encoder.ts'
import { featuresOf, type Heads, type Score, scoresOf } from './heads.ts'
import { directionIn, type OwnFlags, ownScores } from './own-flag.ts'
import { dot } from './vectors.ts'
import { stemsOf } from './words.ts'

/** `score` above 0: worth showing. */
export type Weight = { score: number; stance: Stance }

/** The similarity from which two descriptions mean the same. */
const SAME_FLAG = 0.8

export type Finder = { heads: Heads; own: OwnFlags; encode: Encode }

/** How strongly each sentence bears on a red flag, and in which direction: by the trained heads if they know the flag, otherwise by red flags in general. */
export function weighAll({ heads, own, encode }: Finder, redFlag: RedFlag, texts: string[]): Weight[] {
  const flag = trainedFlag({ heads, encode }, redFlag)
  const words = flag === null ? lexical(redFlag, texts) : []
  const examples = embedded(encode, redFlag.examples ?? [])
  const read = worthReading(heads, texts, (scores, i) => (flag === null ? words[i]! : scores[flag]!.relevance))
  const embeddings = encode(read.map((i) => texts[i]!))
  const scores = read.map((i, place) => scoresOf(heads, featuresOf(heads.grams, texts[i]!, embeddings[place]!)))
  const bases = flag === null ? basesOfOwn() : scores.map((one) => one[flag]!.relevance - heads.threshold)
  const weights = texts.map((): Weight => ({ score: -PULL, stance: 'unclear' }))
  for (const [place, i] of read.entries()) {
    const direction = flag === null ? directionIn(own, embeddings[place]!) : scores[place]![flag]!.direction
    const { score, stance } = marked(bases[place]!, embeddings[place]!, { examples, near: flag === null ? NEAR_OWN : NEAR })
    weights[i] = { score, stance: stance ?? (flag === null ? stanceOfOwn : stanceOf)(direction, heads.undecided) }
  }
  return weights

  function basesOfOwn(): number[] {
    const [description] = encode([redFlag.red_flag_desc])
    const marks = examples.filter((one) => one.stance !== 'none').map((one) => one.embedding)
    const sentences = read.map((i, place) => ({ embedding: embeddings[place]!, words: words[i]! }))
    return ownScores(own, { description: description!, marks }, sentences)
  }
}

function embedded(encode: Encode, examples: Example[]): Marked[] {
  const embeddings = encode(examples.map((one) => one.text))
  return examples.map(({ stance }, i) => ({ stance, embedding: embeddings[i]! }))
}

/** Embedding a sentence takes 8 ms. A candidate has about 50; of a flood, those with the most promising words are embedded. */
const MAX_READ = 150

function worthReading(heads: Heads, texts: string[], promise: (scores: Score[], i: number) => number): number[] {
  if (texts.length <= MAX_READ) return [...texts.keys()]
  const promises = texts.map((text, i) => promise(scoresOf(heads, featuresOf(heads.grams, text, null)), i))
  return [...texts.keys()].toSorted((a, b) => promises[b]! - promises[a]!).slice(0, MAX_READ)
}

function trainedFlag({ heads, encode }: Pick<Finder, 'heads' | 'encode'>, { red_flag_desc }: RedFlag): number | null {
  const exact = heads.flags.indexOf(red_flag_desc)
  if (exact >= 0) return exact
  const [wanted, ...known] = encode([red_flag_desc, ...heads.flags])
  const alike = known.map((one) => dot(wanted!, one))
  const best = alike.indexOf(Math.max(...alike))
  return alike[best]! >= SAME_FLAG ? best : null
}

/** Signal words and the words of the description. */
export function lexical({ red_flag_desc, signal_words }: Pick<RedFlag, 'red_flag_desc' | 'signal_words'>, texts: string[]): number[] {
  const terms: Term[] = [...new Set([...signal_words, ...stemsOf(red_flag_desc)])]
    .map((word) => ({ stems: stemsOf(word), weight: 1 }))
    .filter((term) => term.stems.length > 0)
  return bm25(terms, texts.map(stemsOf))
}

const stanceOf = (direction: number, undecided: number): Stance => (Math.abs(direction) < undecided ? 'unclear' : direction > 0 ? 'for' : 'against')

/**
 * For a red flag without a head, the direction only tells praise from criticism in general. Praise for something else, or an instruction to
 * find nothing, isn't evidence against this red flag; only a sentence like one that staff marked is.
 */
const stanceOfOwn = (direction: number, undecided: number): Stance => (direction < 0 ? 'unclear' : stanceOf(direction, undecided))

type Marked = { stance: Stance | 'none'; embedding: Float32Array }
/** Nearer than `NEAR` to a marked sentence, a sentence is similar; nearer than `SAME`, it means the same. */
const NEAR = 0.65
/** For a red flag that staff added, the score already includes similarity; of sentences this near, about a third bear on it as well. */
const NEAR_OWN = 0.72
const SAME = 0.9
const PULL = 12

/** The nearest marked sentence decides: one that bears on the red flag raises similar sentences, "not about it" lowers them. */
function marked(score: number, embedding: Float32Array, { examples, near }: { examples: Marked[]; near: number }): { score: number; stance: Stance | null } {
  const [first] = examples.map((one) => ({ ...one, likeness: dot(embedding, one.embedding) })).toSorted((a, b) => b.likeness - a.likeness)
  if (!first || first.likeness < NEAR) return { score, stance: null }
  if (first.stance === 'none') return { score: first.likeness > SAME ? -PULL : score - (first.likeness - NEAR) * PULL, stance: null }
  return { score: Math.max(score, (first.likeness - near) * PULL), stance: first.stance }
}
