// Trains the evidence finder's heads. Writers G, I, N and Y are only ever measured by the bench.
//   node lab/rationale/train.ts choose [mop]   leaves out one writer at a time and prints each threshold's results on sentences by unseen writers
//   node lab/rationale/train.ts          trains on all other writers, and the development set of H, with what was chosen, and writes all three files
//   node lab/rationale/train.ts own      writes own-flags.json only
//   node lab/rationale/train.ts direction   writes direction.json only
import { writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { RED_FLAGS } from '#server/db/reference/red-flags.ts'
import { featuresOf, gramsOf, type Heads, KINDS, scoresOf } from '#server/rationale/finder/heads.ts'
import type { OwnFlags } from '#server/rationale/finder/own-flag.ts'
import { directionFeatures, directionGrams, SIGNAL_COUNT } from '#server/rationale/finder/direction.ts'
import { EMBEDDED, packed } from '#server/rationale/finder/vectors.ts'
import { embedAll } from './embed.ts'
import { fitOwnFlags } from './own-flags.ts'
import { fitNet, fitRow, type Settings } from './fit.ts'
import { measure, type Measure, MEASURES, type Pair } from './measure.ts'
import { developmentOf, type Label, type LabeledInterview, type LabeledSentence, readInterviews } from './sentences.ts'

const SETTINGS: Settings = { hidden: 32, epochs: 25, rate: 0.003, drop: 0.3, decay: 1e-4, seed: 1 }
const NETS = 3
const MIN_COUNT = 3
/** Writers of plain sentences, which the others avoided. Without them, "She was late" wouldn't count. */
const PLAIN = 'ev'
/** The writer with denials, questions and other people's actions. */
const DENIAL_WRITER = 'h'
const DOUBLED_WRITERS = [...PLAIN, DENIAL_WRITER]
const WRITERS = [...'abcdfjklmopqrstuwxz1']
/** The lowest threshold at which at most a fifth of left-out writers' pairs with nothing to find show anything. */
const THRESHOLD = -3.25
/** The score that a sentence must reach for a kind of severe conduct. */
const GRAVE_THRESHOLD = -4.5
const FLAGS = RED_FLAGS.map((flag) => flag.red_flag_desc)

async function train(writers: string): Promise<Heads> {
  const sentences = trainingSentences(writers)
  const embeddings = embedAll(sentences.map((one) => one.text))
  const grams = gramsIn(sentences.map((one) => gramsOf(one.text)))
  const examples = sentences.map((one) => ({ features: featuresOf(grams, one.text, embeddings.get(one.text)!), targets: targetsOf(one) }))
  const nets = Array.from({ length: NETS }, (_, i) => fitNet(examples, EMBEDDED + grams.size, { ...SETTINGS, seed: i + 1 }))
  return { flags: FLAGS, grams, nets, threshold: THRESHOLD, graveThreshold: GRAVE_THRESHOLD }
}

/** Returns targets; null where a label is missing. Writers A to F labeled neither kinds of sentences nor which ones are grave. */
function targetsOf({ labels, grave, kind }: LabeledSentence): (0 | 1 | null)[] {
  const isUnknown = kind === '' && Object.values(labels).includes('+')
  return [...FLAGS.map((_, flag) => (labels[flag] ? 1 : 0)), ...KINDS.map((one) => (isUnknown ? null : grave === one ? 1 : 0))]
}

function trainingSentences(writers: string): LabeledSentence[] {
  return [...readInterviews(`${writers}${PLAIN}`), ...developmentOf(readInterviews(DENIAL_WRITER))].flatMap(({ writer, sentences }) =>
    DOUBLED_WRITERS.includes(writer) ? [...sentences, ...sentences] : sentences,
  )
}

/** Returns words and word pairs that several sentences share, with their inverse document frequency. */
function gramsIn(texts: string[][]): Heads['grams'] {
  const counts = new Map<string, number>()
  for (const gram of texts.flat()) counts.set(gram, (counts.get(gram) ?? 0) + 1)
  const kept = [...counts].filter(([, count]) => count >= MIN_COUNT)
  return new Map(kept.map(([gram, count], i) => [gram, { place: EMBEDDED + i, rarity: Number(Math.log(texts.length / count).toFixed(3)) }]))
}

async function pairsOf(heads: Heads, interviews: LabeledInterview[], threshold: number): Promise<Pair[]> {
  const embeddings = embedAll(interviews.flatMap((one) => one.sentences.map(({ text }) => text)))
  return interviews.flatMap(({ sentences }, interview) => {
    const scores = sentences.map(({ text }) => scoresOf(heads, featuresOf(heads.grams, text, embeddings.get(text)!)).relevance)
    return FLAGS.map((_, flag) => {
      const shown = [...scores.keys()].filter((i) => scores[i]![flag]! > threshold).toSorted((a, b) => scores[b]![flag]! - scores[a]![flag]!)
      return { interview, labels: sentences.map(({ labels }) => labels[flag]), shown, stances: shown.map(() => 'unclear') } satisfies Pair
    })
  })
}

function write({ grams, nets, ...rest }: Heads) {
  const stored = {
    ...rest,
    grams: [...grams].map(([gram, { rarity }]) => [gram, rarity]),
    nets: nets.map(({ hidden, w1, b1, w2, b2 }) => ({ hidden, w1: packed(w1), b1: packed(b1), w2: packed(w2), b2: packed(b2) })),
  }
  writeFileSync(new URL('../../src/server/rationale/finder/heads.json', import.meta.url), `${JSON.stringify(stored)}\n`)
}

/** Prints each threshold's results on writers unseen in training. Every writer counts equally, because the next one will be new, too. */
async function choose(left: string) {
  const unseen: ((threshold: number) => Promise<Pair[]>)[] = []
  for (const out of left) {
    const heads = await train(WRITERS.filter((one) => one !== out).join(''))
    unseen.push((threshold) => pairsOf(heads, readInterviews(out), threshold))
    for (let graveThreshold = -6; graveThreshold <= -3; graveThreshold += 0.5)
      console.log(out, graveThreshold, formatGravity({ ...heads, graveThreshold }, out))
  }
  for (let threshold = -5; threshold <= -1; threshold += 0.25) {
    const measured = await Promise.all(unseen.map(async (pairs) => measure(await pairs(threshold))))
    const mean = (name: Measure) => measured.reduce((sum, one) => sum + one[name], 0) / measured.length
    console.log(threshold, MEASURES.map((name) => `${name} ${mean(name).toFixed(3)}`).join(', '))
  }
}

/** Returns how many grave sentences are recognized, and how many others are misclassified as grave. */
function formatGravity(heads: Heads, writer: string): string {
  const sentences = readInterviews(writer).flatMap((one) => one.sentences)
  const embeddings = embedAll(sentences.map((one) => one.text))
  const called = sentences.filter(({ text }) => scoresOf(heads, featuresOf(heads.grams, text, embeddings.get(text)!)).grave !== null)
  const correct = called.filter((one) => one.grave !== null).length
  return `${correct} of ${sentences.filter((one) => one.grave !== null).length} grave, ${called.length - correct} others`
}

/**
 * Writes the sum of three logistic regressions, each of which separates different classes: for from against, for from anything else, and against
 * from anything else. Trained on the same writers as the heads.
 */
function writeDirection() {
  const sentences = trainingSentences(WRITERS.join('')).filter((one) => stanceOf(one) !== null)
  const embeddings = embedAll(sentences.map((one) => one.text))
  const grams = gramsIn(sentences.map((one) => directionGrams(one.text)))
  const rows = sentences.map((one) => ({ features: directionFeatures(grams, one.text, embeddings.get(one.text)!), side: stanceOf(one)! }))
  const fit = (of: typeof rows, side: '+' | '-', seed: number) =>
    fitRow(
      of.map((one) => ({ features: one.features, isFor: one.side === side })),
      EMBEDDED + grams.size + SIGNAL_COUNT,
      seed,
    )
  const decided = rows.filter(({ side }) => side === '+' || side === '-')
  const [either, shows, favors] = [fit(decided, '+', 5), fit(rows, '+', 6), fit(rows, '-', 7)]
  const row = either.map((weight, i) => weight + 0.5 * shows[i]! - 0.25 * favors[i]!)
  const stored = { grams: [...grams].map(([gram, { rarity }]) => [gram, rarity]), row: packed(row) }
  writeFileSync(new URL('../../src/server/rationale/finder/direction.json', import.meta.url), `${JSON.stringify(stored)}\n`)
}

/** Returns null if the sentence has different stances for different red flags. */
function stanceOf({ labels }: LabeledSentence): Label | '.' | null {
  const sides = new Set(Object.values(labels))
  return sides.size > 1 ? null : ([...sides][0] ?? '.')
}

function writeOwnFlags({ mean, inverse, rows, mixes }: OwnFlags) {
  const stored = { mean: packed(mean), inverse: packed(inverse), rows: rows.map(packed), mixes }
  writeFileSync(new URL('../../src/server/rationale/finder/own-flags.json', import.meta.url), `${JSON.stringify(stored)}\n`)
}

if (argv[2] === 'choose') await choose(argv[3] ?? WRITERS.join(''))
else {
  if (argv[2] === undefined) write(await train(WRITERS.join('')))
  if (argv[2] !== 'own') writeDirection()
  if (argv[2] !== 'direction') writeOwnFlags(fitOwnFlags()(null))
}
