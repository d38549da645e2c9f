// Trains the evidence finder's heads. Writer G is only ever measured by the bench.
//   node lab/rationale/train.ts choose   leaves out one writer after the other and prints what each threshold gives on sentences of unseen writers
//   node lab/rationale/train.ts          trains on all writers but G with what was chosen and writes heads.json and own-flags.json
//   node lab/rationale/train.ts own      writes own-flags.json only
import { writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { RED_FLAGS } from '#server/db/reference/red-flags.ts'
import { featuresOf, gramsOf, type Heads, scoresOf } from '#server/rationale/finder/heads.ts'
import type { OwnFlags } from '#server/rationale/finder/own-flag.ts'
import { EMBEDDED, packed } from '#server/rationale/finder/vectors.ts'
import { embedAll } from './embed.ts'
import { fitOwnFlags } from './own-flags.ts'
import { fitNet, fitRow, type Settings } from './fit.ts'
import { measure, type Measure, MEASURES, type Pair } from './measure.ts'
import { type LabeledInterview, readInterviews } from './sentences.ts'

const SETTINGS: Settings = { hidden: 32, epochs: 25, rate: 0.003, drop: 0.3, decay: 1e-4, seed: 1 }
const NETS = 3
const FEWEST = 3
/** The plain sentences are few: the other writers avoided them, and without them "She was late" counts for nothing. */
const PLAIN = 'e'
const TIMES = 2
const WRITERS = [...'abcdf']
/** The lowest threshold at which, over left-out writers, at most a fifth of the pairs with nothing to find show something. */
const THRESHOLD = -3.75
const UNDECIDED = 0.6
const FLAGS = RED_FLAGS.map((flag) => flag.red_flag_desc)

async function train(writers: string): Promise<Heads> {
  const sentences = readInterviews(writers).flatMap(({ writer, sentences }) =>
    writer === PLAIN ? Array.from({ length: TIMES }, () => sentences).flat() : sentences,
  )
  const embeddings = embedAll(sentences.map((one) => one.text))
  const grams = gramsIn(sentences.map((one) => one.text))
  const rows = sentences.map(({ text, labels }) => ({ features: featuresOf(grams, text, embeddings.get(text)!), labels }))
  const inputs = EMBEDDED + grams.size
  const examples = rows.map(({ features, labels }) => ({ features, targets: FLAGS.map((_, flag) => (labels[flag] ? (1 as const) : (0 as const))) }))
  const nets = Array.from({ length: NETS }, (_, i) => fitNet(examples, inputs, { ...SETTINGS, seed: i + 1 }))
  const directed = (flag: number | null) =>
    rows.flatMap(({ features, labels }) => {
      const marks = new Set(flag === null ? Object.values(labels) : [labels[flag]])
      return marks.size === 1 && (marks.has('+') || marks.has('-')) ? [{ features, isFor: marks.has('+') }] : []
    })
  const directions = [...FLAGS.keys(), null].map((flag) => fitRow(directed(flag), inputs, 5))
  return { flags: FLAGS, grams, nets, directions, threshold: THRESHOLD, undecided: UNDECIDED }
}

/** Words and pairs that a few sentences share, by their inverse document frequency. */
function gramsIn(texts: string[]): Heads['grams'] {
  const counts = new Map<string, number>()
  for (const gram of texts.flatMap(gramsOf)) counts.set(gram, (counts.get(gram) ?? 0) + 1)
  const kept = [...counts].filter(([, count]) => count >= FEWEST)
  return new Map(kept.map(([gram, count], i) => [gram, { place: EMBEDDED + i, rarity: Number(Math.log(texts.length / count).toFixed(3)) }]))
}

async function pairsOf(heads: Heads, interviews: LabeledInterview[], threshold: number): Promise<Pair[]> {
  const embeddings = embedAll(interviews.flatMap((one) => one.sentences.map(({ text }) => text)))
  return interviews.flatMap(({ sentences }, interview) => {
    const scores = sentences.map(({ text }) => scoresOf(heads, featuresOf(heads.grams, text, embeddings.get(text)!)))
    return FLAGS.map((_, flag) => {
      const shown = [...scores.keys()]
        .filter((i) => scores[i]![flag]!.relevance > threshold)
        .toSorted((a, b) => scores[b]![flag]!.relevance - scores[a]![flag]!.relevance)
      const stanceOf = (direction: number) => (Math.abs(direction) < UNDECIDED ? 'unclear' : direction > 0 ? 'for' : 'against')
      return { interview, labels: sentences.map(({ labels }) => labels[flag]), shown, stances: shown.map((i) => stanceOf(scores[i]![flag]!.direction)) } as Pair
    })
  })
}

function write({ grams, nets, directions, ...rest }: Heads) {
  const stored = {
    ...rest,
    grams: [...grams].map(([gram, { rarity }]) => [gram, rarity]),
    nets: nets.map(({ hidden, w1, b1, w2, b2 }) => ({ hidden, w1: packed(w1), b1: packed(b1), w2: packed(w2), b2: packed(b2) })),
    directions: directions.map(packed),
  }
  writeFileSync(new URL('../../src/server/rationale/finder/heads.json', import.meta.url), `${JSON.stringify(stored)}\n`)
}

/** The results of each threshold on writers unseen in training; every writer counts equally, because the next one is new too. */
async function choose() {
  const unseen: ((threshold: number) => Promise<Pair[]>)[] = []
  for (const out of WRITERS) {
    const heads = await train(`${WRITERS.filter((one) => one !== out).join('')}${PLAIN}`)
    unseen.push((threshold) => pairsOf(heads, readInterviews(out), threshold))
  }
  for (let threshold = -5; threshold <= -1; threshold += 0.25) {
    const measured = await Promise.all(unseen.map(async (pairs) => measure(await pairs(threshold))))
    const mean = (name: Measure) => measured.reduce((sum, one) => sum + one[name], 0) / measured.length
    console.log(threshold, MEASURES.map((name) => `${name} ${mean(name).toFixed(3)}`).join(', '))
  }
}

function writeOwnFlags({ mean, inverse, rows, direction, mixes }: OwnFlags) {
  const stored = { mean: packed(mean), inverse: packed(inverse), rows: rows.map(packed), direction: packed(direction), mixes }
  writeFileSync(new URL('../../src/server/rationale/finder/own-flags.json', import.meta.url), `${JSON.stringify(stored)}\n`)
}

if (argv[2] === 'choose') await choose()
else {
  if (argv[2] !== 'own') write(await train(`${WRITERS.join('')}${PLAIN}`))
  writeOwnFlags(fitOwnFlags()(null))
}
