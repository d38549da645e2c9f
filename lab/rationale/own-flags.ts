import { RED_FLAGS } from '#server/db/reference/red-flags.ts'
import { directionOf, type Mix, type OwnFlags, type Sentence, featuresFor } from '#server/rationale/finder/own-flag.ts'
import { EMBEDDED } from '#server/rationale/finder/vectors.ts'
import { lexical } from '#server/rationale/finder/weigh.ts'
import { embedAll } from './embed.ts'
import { inverseOf, type Matrix, fitLogistic, type Observed, multiply } from './linear.ts'
import { type Label, readInterviews } from './sentences.ts'

/**
 * A default red flag stands in for one that staff add: writer A's first sentences about it are marked, and the other writers' sentences are searched.
 */
const MARKING = 'a'
const OTHERS = 'bcdf'
/** The number of marked sentences. */
const MARKS = [0, 3, 10, 50]
/** The allowed share of pairs with nothing to find that still show something. */
const MAX_FALSE_SHARE = 0.2

type Labeled = Sentence & { labels: Partial<Record<number, Label>>; interview: number; writer: string }
type Space = Omit<OwnFlags, 'mixes'>

/** Learns from labeled sentences what red flags have in common. `without` leaves out one red flag and its sentences. */
export function fitOwnFlags(): (without: number | null) => OwnFlags {
  const flags = [...RED_FLAGS.keys()]
  const sentences = flags.map((flag) => sentencesFor(flag))
  const spaces = flags.map((flag) => fitSpace(sentences[flag]!, flag))
  const observed = MARKS.map((marks) => flags.map((flag) => observedOf(sentences[flag]!, { flag, space: spaces[flag]!, marks })))
  return (without) => ({
    ...(without === null ? fitSpace(sentences[0]!, null) : spaces[without]!),
    mixes: MARKS.map((marks, i): Mix => ({ marks, weights: fitMix(observed[i]!.filter((_, flag) => flag !== without)) })),
  })
}

function sentencesFor(flag: number): Labeled[] {
  const interviews = [...MARKING, ...OTHERS, 'e'].flatMap((writer) => readInterviews(writer))
  const embeddings = embedAll([...interviews.flatMap((one) => one.sentences.map(({ text }) => text)), descriptionOf(flag)])
  return interviews.flatMap(({ writer, sentences }, interview) => {
    const texts = sentences.map(({ text }) => text)
    const words = lexical({ red_flag_desc: descriptionOf(flag), signal_words: [] }, texts)
    return sentences.map(({ text, labels }, i) => ({ embedding: embeddings.get(text)!, words: words[i]!, labels, interview, writer }))
  })
}

const descriptionOf = (flag: number) => RED_FLAGS[flag]!.red_flag_desc
const meanOf = (vectors: ArrayLike<number>[]) =>
  Float64Array.from({ length: EMBEDDED }, (_, i) => vectors.reduce((sum, one) => sum + one[i]!, 0) / vectors.length)

function fitSpace(all: Labeled[], without: number | null): Space {
  const usual = all.filter(({ labels }) => without === null || labels[without] === undefined)
  const mean = meanOf(usual.map((one) => one.embedding))
  const deviations = usual.map(({ embedding }) => mean.map((value, i) => embedding[i]! - value))
  const spread = covarianceOf(deviations)
  const inverse = inverseOf(addVariance(spread))
  const known = [...RED_FLAGS.keys()].filter((flag) => flag !== without)
  const tests = [(one: Labeled) => known.some((flag) => one.labels[flag]), ...known.map((flag) => (one: Labeled) => one.labels[flag])]
  const rows = tests.map((isAbout) => {
    const share = usual.filter(isAbout).length / usual.length
    const direction = meanOf(deviations.filter((_, i) => isAbout(usual[i]!))).map((value) => value * share)
    const row = multiply(inverse, direction)
    const size = Math.sqrt(multiply(spread, row).reduce((sum, value, i) => sum + value * row[i]!, 0))
    return Float32Array.from(row, (value) => value / size)
  })
  return { mean: Float32Array.from(mean), inverse: Float32Array.from(inverse.values), rows }
}

function covarianceOf(deviations: Float64Array[]): Matrix {
  const values = new Float64Array(EMBEDDED * EMBEDDED)
  for (const one of deviations) {
    for (let i = 0; i < EMBEDDED; i++) for (let j = 0; j <= i; j++) values[i * EMBEDDED + j]! += (one[i]! * one[j]!) / deviations.length
  }
  for (let i = 0; i < EMBEDDED; i++) for (let j = 0; j < i; j++) values[j * EMBEDDED + i] = values[i * EMBEDDED + j]!
  return { size: EMBEDDED, values }
}

/** Adds a little variance in every direction, because a few thousand sentences don't cover all of them. */
function addVariance({ size, values }: Matrix): Matrix {
  const usual = Array.from({ length: size }, (_, i) => values[i * size + i]!).reduce((sum, one) => sum + one, 0) / size
  return { size, values: values.map((value, i) => (i % (size + 1) === 0 ? value + usual : value)) }
}

type FlagInput = { flag: number; space: Space; marks: number }
type InterviewObservation = Observed & { interview: number }

function observedOf(sentences: Labeled[], { flag, space, marks }: FlagInput): InterviewObservation[] {
  const marked = sentences.filter(({ writer, labels }) => writer === MARKING && labels[flag]).slice(0, marks)
  const known = { description: embedAll([descriptionOf(flag)]).get(descriptionOf(flag))!, marks: marked.map((one) => one.embedding) }
  const direction = directionOf(space, known)
  return sentences
    .filter(({ writer }) => OTHERS.includes(writer))
    .map((one) => ({ signs: featuresFor(space, direction, known.marks, one), isTrue: one.labels[flag] !== undefined, interview: one.interview }))
}

/** Returns the signals' weights, and the lowest constant at which few pairs with nothing to find show anything. */
function fitMix(flags: InterviewObservation[][]): number[] {
  const weights = fitLogistic(flags.flat())
  const highest = flags.flatMap((observed) =>
    [...Map.groupBy(observed, (one) => one.interview).values()]
      .filter((interview) => !interview.some((one) => one.isTrue))
      .map((interview) => Math.max(...interview.map(({ signs }) => [...signs, 1].reduce((sum, sign, i) => sum + sign * weights[i]!, 0)))),
  )
  const threshold = highest.toSorted((a, b) => b - a)[Math.floor(highest.length * MAX_FALSE_SHARE)]!
  return [...weights.slice(0, -1), weights.at(-1)! - threshold].map((weight) => Number(weight.toFixed(4)))
}
