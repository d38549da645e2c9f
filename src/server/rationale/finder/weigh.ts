import type { GraveKind } from '#contract/red-flags/grave.ts'
import type { Example, RedFlag, Stance } from '../generator.ts'
import type { Encode } from '../encoder/encoder.ts'
import { hasDenial, exclusionsOf } from './cues.ts'
import type { ReadDirection, Reading } from './direction.ts'
import { graveIn } from './grave.ts'
import { featuresOf, type Heads, type Scores, scoresOf } from './heads.ts'
import { type OwnFlags, scoreOwnFlag } from './own-flag.ts'
import { dot } from './vectors.ts'

/** A `score` above 0 is worth showing. `grave` sentences come first for this red flag. */
export type Weight = { score: number; stance: Stance; grave: GraveKind | null }

/** Descriptions at least this similar mean the same thing. */
const SAME_FLAG = 0.8

export type Finder = { heads: Heads; read: ReadDirection; own: OwnFlags; encode: Encode }

/**
 * Returns how relevant each sentence is to a red flag, and its stance. Uses the trained heads if they include the flag; otherwise, what's known about
 * red flags in general.
 */
export function weighAll({ heads, read, own, encode }: Finder, redFlag: RedFlag, texts: string[]): Weight[] {
  const flag = trainedFlag({ heads, encode }, redFlag)
  const words = flag === null ? lexical(redFlag, texts) : []
  const examples = embedded(encode, redFlag.examples ?? [])
  const places = worthReading(heads, texts, ({ relevance, grave }, i) =>
    graveIn(texts[i]!) || grave ? GRAVE_FIRST : flag === null ? words[i]! : relevance[flag]!,
  )
  const embeddings = encode(places.map((i) => texts[i]!))
  const scores = places.map((i, index) => scoresOf(heads, featuresOf(heads.grams, texts[i]!, embeddings[index]!)))
  const bases = flag === null ? basesOfOwn() : scores.map((one) => one.relevance[flag]! - heads.threshold)
  const weights = texts.map((): Weight => ({ score: -PULL, stance: 'unclear', grave: null }))
  for (const [place, i] of places.entries()) {
    const [text, embedding] = [texts[i]!, embeddings[place]!]
    const reading = read(text, embedding, scores[place]!.grave)
    const { score, stance } = adjustForMarks(bases[place]! - reading.away, { text, embedding }, { examples, near: flag === null ? NEAR_OWN : NEAR })
    weights[i] = withGravity({ score, stance: stance ?? stanceOf(reading, flag) }, reading.grave, heads.flags[flag ?? -1])
  }
  return weights

  function basesOfOwn(): number[] {
    const [description] = encode([redFlag.red_flag_desc])
    const marks = examples.filter((example) => example.stance !== 'none').map((example) => example.embedding)
    const sentences = places.map((i, place) => ({ embedding: embeddings[place]!, words: words[i]! }))
    return scoreOwnFlag(own, { description: description!, marks }, sentences)
  }
}

function embedded(encode: Encode, examples: Example[]): MarkedSentence[] {
  const embeddings = encode(examples.map((example) => example.text))
  return examples.map(({ stance, text }, i) => ({ stance, isDenial: hasDenial(text), embedding: embeddings[i]! }))
}

/** Embedding a sentence takes 8 ms. A candidate has about 50; if there are far more, only those with the most promising words are embedded. */
const MAX_READ = 150

function worthReading(heads: Heads, texts: string[], promise: (scores: Scores, i: number) => number): number[] {
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

/** Scores sentences by signal words and the words of the description. */
export function lexical({ red_flag_desc, signal_words }: Pick<RedFlag, 'red_flag_desc' | 'signal_words'>, texts: string[]): number[] {
  const terms: Term[] = [...new Set([...signal_words, ...stemsOf(red_flag_desc)])]
    .map((word) => ({ stems: stemsOf(word), weight: 1 }))
    .filter((term) => term.stems.length > 0)
  return bm25(terms, texts.map(stemsOf))
}

/**
 * For a red flag without a head, the stance only separates praise from criticism in general. Praise for something else, or an instruction to find
 * nothing, isn't evidence against this red flag; only a sentence similar to one that staff marked is.
 */
const stanceOf = ({ stance }: Reading, flag: number | null) => (flag === null && stance === 'against' ? 'unclear' : stance)

/** Higher than any score. */
const GRAVE_FIRST = 1_000

/** The built-in red flags that always show severe conduct of each kind; other built-in ones show it only if it's relevant at all. */
const ALWAYS_GRAVE: Record<GraveKind, string[]> = {
  harm: ['Cuts corners on patient safety or infection control'],
  exposure: ['Careless with confidential patient information'],
  dishonesty: ['Overstates credentials, experience or results'],
  harassment: ['Speaks about patients, families or colleagues without respect'],
  drugs: ['Cuts corners on patient safety or infection control'],
}

/**
 * Puts severe conduct first, regardless of its rank or any marks. For a red flag worded by staff, the finder can't rule out that the conduct is
 * relevant.
 */
function withGravity(weight: Omit<Weight, 'grave'>, kind: GraveKind | null, trained: string | undefined): Weight {
  const grave = weight.stance === 'against' ? null : kind
  const isMeant = grave !== null && (trained === undefined || weight.score > 0 || ALWAYS_GRAVE[grave].includes(trained))
  return isMeant ? { ...weight, grave, score: GRAVE_FIRST + weight.score } : { ...weight, grave: null }
}

type MarkedSentence = { stance: Stance | 'none'; isDenial: boolean; embedding: Float32Array }
/** A sentence is similar to a marked one above `NEAR`, and means the same above `SAME`. */
const NEAR = 0.65
/** For a red flag added by staff, the score already includes similarity. Of sentences this similar, about a third are also about the red flag. */
const NEAR_OWN = 0.72
const SAME = 0.9
const PULL = 12

type EmbeddedText = { text: string; embedding: Float32Array }
type Judgment = { score: number; stance: Stance | null }

/** The nearest marked sentence decides: one about the red flag raises similar sentences, "not about it" lowers them. */
function adjustForMarks(score: number, { text, embedding }: EmbeddedText, { examples, near }: { examples: MarkedSentence[]; near: number }): Judgment {
  const [first] = examples.map((example) => ({ ...example, likeness: dot(embedding, example.embedding) })).toSorted((a, b) => b.likeness - a.likeness)
  if (!first || first.likeness < NEAR) return { score, stance: null }
  if (first.stance === 'none') return { score: first.likeness > SAME ? -PULL : score - (first.likeness - NEAR) * PULL, stance: null }
  return { score: Math.max(score, (first.likeness - near) * PULL), stance: isComparable(first, text) ? first.stance : 'unclear' }
}

/** Similar sentences can mean the opposite: one may be a denial or a question when the other isn't. */
const isComparable = ({ isDenial }: MarkedSentence, text: string) => isDenial === hasDenial(text) && exclusionsOf(text).length === 0

/** The usual values (Robertson and Zaragoza, 2009), with a weak length penalty, because sentences vary little in length. */
const SATURATION = 1.2
const LENGTH_PENALTY = 0.3

type Term = { stems: string[]; weight: number }

/**
 * Returns the Okapi BM25 score of each text for the terms, in the given order. Texts are given as stems. A term with several stems may have a word or
 * two between them.
 */
function bm25(terms: Term[], texts: string[][]): number[] {
  const averageLength = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(texts.length, 1)
  const counts = texts.map((text) => terms.map((term) => text.filter((_, start) => matchesAt(term.stems, text, start)).length))
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

function matchesAt(stems: string[], text: string[], start: number): boolean {
  let at = start
  for (const [i, stem] of stems.entries()) {
    const step = text.slice(at, at + (i === 0 ? 1 : GAP + 1)).indexOf(stem)
    if (step < 0) return false
    at += step + 1
  }
  return true
}

const STOP_WORDS = new Set(
  "a about after again all also an and any are as asked at be because been before being but by can could did do does doing down during each for from further get got had has have having he her here hers him his how i if in into is it its just more most my no nor not of off on once only or other our out over own said same she should so some such than that the their them then there these they this those through to too under until up very was we were what when where which while who whom why will with would you your candidate it's i'm don't didn't doesn't isn't wasn't".split(
    ' ',
  ),
)

/** Returns the meaningful words of a string without their common endings: "blamed" and "blames" become one. */
function stemsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replace(/[‘’ʼ]/gu, "'")
      .match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? []
  return words.filter((word) => !STOP_WORDS.has(word)).map(stemOf)
}

function stemOf(word: string): string {
  const bare = word.replace(/'s$/u, '')
  if (bare.length < 5) return bare.replace(/(?<=[^su])s$/u, '')
  return bare
    .replace(/ies$/u, 'y')
    .replace(/(?<=[^s])s$/u, '')
    .replace(/(?:ing|edly|ed|ly|er|ful|ness|ment)$/u, '')
    .replace(/([bdgklmnprt])\1$/u, '$1')
    .replace(/e$/u, '')
}
