import { RED_FLAGS } from '#server/db/reference/red-flags.ts'
import { weigh } from '#server/rationale/finder/finder-thread.ts'
import { readInterviews, type Label } from '#lab/rationale/sentences.ts'
import { intervals, measure, MEASURES, type Pair } from '#lab/rationale/measure.ts'
import { HELD_OUT_CASES } from './held-out-cases.ts'
import type { LabeledCase } from './label.ts'
import { maskShares } from './mentions.ts'
import { ownFlagPairs } from './own-flags.ts'
import { TUNE_CASES } from './tune-cases.ts'

export type Table = { title: string; columns: string[]; rows: string[][]; notes: string[] }

/** Benchmarks the evidence finder on labeled sentences it has never seen. Doesn't need a network. */
export async function runRationaleBench(): Promise<Table> {
  const before = process.memoryUsage.rss()
  await weigh({ ...RED_FLAGS[0]!, fgl_ref_red_flag_id: 1 }, ['Loads the model.'])
  const memory = process.memoryUsage.rss() - before
  const test = await pairsByWriter('g')
  const cases = await pairsOfCases([...HELD_OUT_CASES, ...TUNE_CASES])
  const interviews = new Set(test.map((pair) => pair.interview)).size
  return {
    title: 'Rationale: sentences found for a red flag',
    columns: ['sentences', ...MEASURES],
    rows: [
      [`Writer G, never seen in training (${interviews} interviews, ${test.length} pairs)`, ...cells(test)],
      ...RED_FLAGS.map((flag, i) => [`  ${flag.red_flag_desc}`, ...cells(test.filter((_, place) => place % RED_FLAGS.length === i))]),
      ...ownFlags(),
      [`Older cases by others (${cases.length} pairs; direction not labeled)`, ...cells(cases)],
    ],
    notes: [
      'Shares with 95% intervals (bootstrap over interviews). A pair is one interview and one red flag; most have nothing to find.',
      'Trained on writers A to F and two thirds of H; the threshold was chosen on left-out writers. Method and limits: lab/rationale/sentences/README.md.',
      masks(),
      await speed(memory),
    ],
  }
}

function cells(pairs: Pair[]): string[] {
  const shares = measure(pairs)
  const range = intervals(pairs)
  return MEASURES.map((name) => `${shares[name].toFixed(2)} (${range[name][0].toFixed(2)}–${range[name][1].toFixed(2)})`)
}

async function pairsByWriter(writer: string): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const [interview, { sentences }] of readInterviews(writer).entries()) {
    for (const place of RED_FLAGS.keys()) {
      const texts = sentences.map((one) => one.text)
      pairs.push(await pairOf({ interview, place, texts, labels: sentences.map((one) => one.labels[place]) }))
    }
  }
  return pairs
}

async function pairsOfCases(cases: LabeledCase[]): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const [interview, { flag, interviews }] of cases.entries()) {
    const marked = interviews.flat()
    const texts = marked.map((text) => text.replace(/^\+ /u, ''))
    pairs.push(await pairOf({ interview, place: flag, texts, labels: marked.map((text) => (text.startsWith('+ ') ? '?' : undefined)) }))
  }
  return pairs
}

type SearchInput = { interview: number; place: number; texts: string[]; labels: (Label | undefined)[] }

async function pairOf({ interview, place, texts, labels }: SearchInput): Promise<Pair> {
  const weights = await weigh({ ...RED_FLAGS[place]!, fgl_ref_red_flag_id: place + 1 }, texts)
  const shown = [...texts.keys()].filter((i) => weights[i]!.score > 0).toSorted((a, b) => weights[b]!.score - weights[a]!.score)
  return { interview, labels, shown, stances: shown.map((i) => weights[i]!.stance) }
}

/** Returns how much marking sentences helps with red flags that staff add. */
function ownFlags(): string[][] {
  const pairsAfter = ownFlagPairs()
  return [0, 10, 50].map((marks) => [`Writer G, as a red flag that staff added, with ${marks} marked sentences`, ...cells(pairsAfter(marks))])
}

function masks(): string {
  const shares = maskShares()
  const told = shares.filter(({ group }) => !group.startsWith('ordinary'))
  const sum = (count: 'caught' | 'of') => told.reduce((all, one) => all + one[count], 0)
  return `Explicit mentions of protected characteristics kept from a model: ${sum('caught')} of ${sum('of')} (${shares.map(({ group, caught, of }) => `${group} ${caught} of ${of}`).join(', ')}).`
}

/** Measures the first search of a candidate's feedback for all red flags. The processor time shows how long it would take on an idle machine. */
async function speed(memory: number): Promise<string> {
  const texts = readInterviews('c')
    .slice(0, 4)
    .flatMap((one) => one.sentences.map(({ text }) => text))
  const [start, used] = [performance.now(), process.cpuUsage()]
  for (const [i, flag] of RED_FLAGS.entries()) await weigh({ ...flag, fgl_ref_red_flag_id: i + 1 }, texts)
  const { user, system } = process.cpuUsage(used)
  const [took, busy] = [(performance.now() - start) / 1000, (user + system) / 1e6]
  return `All ${RED_FLAGS.length} red flags of a candidate with ${texts.length} sentences: ${took.toFixed(2)} s (${busy.toFixed(2)} s of processor time) with the model loaded. The model adds ${Math.round(memory / 1e6)} MB to the process.`
}
