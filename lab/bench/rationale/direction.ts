import { weigh } from '#server/rationale/finder/finder-thread.ts'
import { RED_FLAGS } from '#server/db/reference/red-flags.ts'
import type { Weight } from '#server/rationale/finder/weigh.ts'
import { countsOf as rankedOf, intervalOf, intervals, MEASURES, type Pair, type Share } from '#lab/rationale/measure.ts'
import { developmentOf, type LabeledInterview, type LabeledSentence, readInterviews, unseenOf } from '#lab/rationale/sentences.ts'
import type { Table } from '../table.ts'

/** A labeled sentence for one red flag, and what became of it in that red flag's draft. */
type Judgment = {
  interview: number
  flag: number
  sentence: LabeledSentence
  gold: '+' | '-' | '?' | 'o'
  /** Its position in the draft, counted from 0; null if it isn't in the first five. */
  place: number | null
  stance: Weight['stance']
}

const SHOWN = 5

/** Classifies all sentences of an interview together for each red flag, as drafts do. */
export async function judge(interviews: LabeledInterview[]): Promise<{ judgments: Judgment[]; pairs: Pair[] }> {
  const judgments: Judgment[] = []
  const pairs: Pair[] = []
  for (const { number, sentences } of interviews) {
    for (const [flag, redFlag] of RED_FLAGS.entries()) {
      const weights = await weigh(
        { ...redFlag, fgl_ref_red_flag_id: flag + 1 },
        sentences.map((one) => one.text),
      )
      const shown = [...sentences.keys()].filter((i) => weights[i]!.score > 0).toSorted((a, b) => weights[b]!.score - weights[a]!.score)
      pairs.push({ interview: number, labels: sentences.map((one) => one.labels[flag]), shown, stances: shown.map((i) => weights[i]!.stance) })
      judgments.push(
        ...sentences.flatMap((sentence, i) => judgmentsFor(sentence, { interview: number, flag, place: shown.indexOf(i), stance: weights[i]!.stance })),
      )
    }
  }
  return { judgments, pairs }
}

type Reading = { interview: number; flag: number; place: number; stance: Weight['stance'] }

function judgmentsFor(sentence: LabeledSentence, { interview, flag, place, stance }: Reading): Judgment[] {
  const gold = sentence.labels[flag] ?? (sentence.others.includes(flag) ? 'o' : null)
  return gold ? [{ interview, flag, sentence, gold, place: place >= 0 && place < SHOWN ? place : null, stance }] : []
}

const isShown = ({ place }: Judgment) => place !== null
const isFor = ({ stance }: Judgment) => stance === 'for'
const isReversed = ({ gold, stance }: Judgment) => (gold === '+' && stance === 'against') || (gold === '-' && stance === 'for')

type Figure = { name: string; goal: string; about: (one: Judgment) => boolean; counts: (one: Judgment) => boolean; isGood: boolean }

/** Each figure says which sentences it covers and which of those count. */
export const FIGURES: Figure[] = [
  {
    name: 'favorable or about others, shown as for',
    goal: '≤ 1 in 35',
    about: ({ gold }) => gold === '-' || gold === 'o',
    counts: (one) => isShown(one) && isFor(one),
    isGood: false,
  },
  {
    name: 'could go either way, shown as for',
    goal: '',
    about: ({ gold }) => gold === '?',
    counts: (one) => isShown(one) && isFor(one),
    isGood: false,
  },
  {
    name: 'wrong direction, of those shown',
    goal: '≤ 0.05',
    about: (one) => isShown(one) && (one.gold === '+' || one.gold === '-'),
    counts: isReversed,
    isGood: false,
  },
  { name: 'wrong direction, shown or not', goal: '', about: ({ gold }) => gold === '+' || gold === '-', counts: isReversed, isGood: false },
  {
    name: 'plainly damning, shown as for',
    goal: '≥ 8 of 15',
    about: ({ sentence }) => sentence.kind === 'damning',
    counts: (one) => isShown(one) && isFor(one),
    isGood: true,
  },
  {
    name: 'shows the flag, shown as for',
    goal: '',
    about: ({ gold }) => gold === '+',
    counts: (one) => isShown(one) && isFor(one),
    isGood: true,
  },
  {
    name: 'favors the candidate, shown as against',
    goal: '',
    about: ({ gold }) => gold === '-',
    counts: (one) => isShown(one) && one.stance === 'against',
    isGood: true,
  },
  { name: 'grave, among the first five', goal: '≥ 0.85', about: ({ sentence }) => sentence.grave !== null, counts: isShown, isGood: true },
  { name: 'grave, first', goal: '', about: ({ sentence }) => sentence.grave !== null, counts: ({ place }) => place === 0, isGood: true },
]

export function countsOf(judgments: Judgment[]): Share[] {
  return FIGURES.map((figure) => shareOf(figure, judgments))
}

function shareOf({ about, counts }: Figure, judgments: Judgment[]): Share {
  return [judgments.filter((one) => about(one) && counts(one)).length, judgments.filter(about).length]
}

/** Benchmarks stance and severity on writer H's development set and on the held-out third, which wasn't used to choose anything. */
export async function benchDirection(): Promise<Table> {
  const interviews = readInterviews('h')
  const [seen, unseen] = [await judge(developmentOf(interviews)), await judge(unseenOf(interviews))]
  const [counts, before] = [countsOf(unseen.judgments), countsOf(seen.judgments)]
  const [ranked, rankedBefore] = [rankedOf(unseen.pairs), rankedOf(seen.pairs)]
  return {
    title: 'Rationale: which way a sentence points, and what is grave',
    columns: ['figure', 'goal', 'unseen third', 'development part (partly trained on)'],
    rows: [
      ...FIGURES.map(({ name, goal }, i) => [name, goal, share(counts[i]!), share(before[i]!)]),
      ...MEASURES.slice(0, 4).map((name) => [name, GOALS[name] ?? '', share(ranked[name]), share(rankedBefore[name])]),
    ],
    notes: [
      'A red flag and an interview are one draft; a draft shows five sentences. The kinds, the split and its limits: lab/rationale/sentences/h/README.md.',
      ...errorNotes(unseenOf(interviews), unseen),
    ],
  }
}

/**
 * Benchmarks ranking, stance and severity on held-out writers, who never saw the finder or other writers' sentences: one by one, and all together.
 */
export async function benchUnseen(): Promise<Table> {
  const writers = [...UNSEEN].map((writer) => readInterviews(writer))
  const judgments = await Promise.all(writers.map((interviews) => judge(interviews)))
  const everyone = {
    judgments: judgments.flatMap((one, i) => one.judgments.map(byWriter(i))),
    pairs: judgments.flatMap((one, i) => one.pairs.map(byWriter(i))),
  }
  const cells = [everyone, ...judgments].map(unseenCells)
  const figures = [...MEASURES.map((name) => [name, GOALS[name] ?? '']), ...FIGURES.map(({ name, goal }) => [name, goal])]
  const sizes = [...UNSEEN].map((writer, i) => `${writer.toUpperCase()}: ${writers[i]!.length} interviews, ${judgments[i]!.pairs.length} drafts`)
  return {
    title: 'Rationale: on sentences by writers who never saw the finder',
    columns: ['figure', 'goal', ...['all', ...[...UNSEEN].map((writer) => `writer ${writer.toUpperCase()}`)].flatMap((who) => [who, '95% interval'])],
    rows: figures.map((figure, i) => [...figure, ...cells.flatMap((one) => one[i]!)]),
    notes: [
      `${sizes.join('; ')}. Test only; how they were written: lab/rationale/sentences/README.md.`,
      'Intervals: bootstrap over interviews. The first six figures count as in the table of writer G, the others as in the table of writer H.',
      `The examples of errors are writer ${UNSEEN.at(-1)!.toUpperCase()}’s.`,
      ...errorNotes(writers.at(-1)!, judgments.at(-1)!),
    ],
  }
}

const UNSEEN = 'iny'

/** Renumbers interviews so they're unique across writers, because every writer counts from 1. */
const byWriter =
  (place: number) =>
  <T extends { interview: number }>(one: T): T => ({ ...one, interview: place * 10_000 + one.interview })

/** One row per metric: the proportion and its confidence interval. */
function unseenCells({ judgments, pairs }: { judgments: Judgment[]; pairs: Pair[] }): string[][] {
  const groups = [...Map.groupBy(judgments, (one) => one.interview).values()]
  const [ranked, ranges] = [rankedOf(pairs), intervals(pairs)]
  return [
    ...MEASURES.map((name) => [share(ranked[name]), range(ranges[name])]),
    ...FIGURES.map((figure) => [share(shareOf(figure, judgments)), range(intervalOf(groups, (drawn) => shareOf(figure, drawn)))]),
  ]
}

function errorNotes(interviews: LabeledInterview[], { judgments, pairs }: { judgments: Judgment[]; pairs: Pair[] }): string[] {
  return [
    ...FIGURES.map((figure) => exampleErrors(figure, judgments)),
    ...RANKING_ERRORS.map(([name, isError]) => rankingErrorsOf(name, isError, { interviews, pairs })),
  ].filter((note) => note !== '')
}

const GOALS: Record<string, string> = { 'precision at 3': '≥ 0.75', 'recall at 5': '≥ 0.75', 'first right': '≥ 0.80', 'shown where nothing': '≤ 0.12' }
const share = ([count, of]: Share) => `${count} of ${of} (${(count / of).toFixed(2)})`
const range = ([from, to]: [number, number]) => `${from.toFixed(2)}–${to.toFixed(2)}`

const EXAMPLES = 3

/** Lists the first three in file order, so they aren't cherry-picked. */
function exampleErrors({ name, about, counts, isGood }: Figure, judgments: Judgment[]): string {
  const misjudged = judgments.filter((one) => about(one) && counts(one) !== isGood).slice(0, EXAMPLES)
  const quoted = misjudged.map(
    ({ sentence, flag, stance, place }) => `“${sentence.text}” (${RED_FLAGS[flag]!.red_flag_desc}: ${place === null ? 'not shown' : stance})`,
  )
  return misjudged.length === 0 ? '' : `Errors in “${name}”: ${quoted.join(' ')}`
}

type RankingInput = { labels: Pair['labels']; shown: Pair['shown'] }
const RANKING_ERRORS: [string, (i: number, pair: RankingInput) => boolean][] = [
  ['precision at 3', (i, { labels, shown }) => labels[i] === undefined && shown.slice(0, 3).includes(i)],
  ['recall at 5', (i, { labels, shown }) => labels[i] !== undefined && !shown.slice(0, SHOWN).includes(i)],
  ['first right', (i, { labels, shown }) => labels[i] === undefined && shown[0] === i],
  ['shown where nothing', (i, { labels, shown }) => shown[0] === i && labels.every((label) => label === undefined)],
]

function rankingErrorsOf(
  name: string,
  isError: (i: number, pair: RankingInput) => boolean,
  { interviews, pairs }: { interviews: LabeledInterview[]; pairs: Pair[] },
) {
  const quoted = pairs.flatMap((pair, place) => {
    const { sentences } = interviews[Math.floor(place / RED_FLAGS.length)]!
    const flag = RED_FLAGS[place % RED_FLAGS.length]!.red_flag_desc
    return sentences.flatMap(({ text }, i) => (isError(i, pair) ? [`“${text}” (${flag})`] : []))
  })
  return `Errors in “${name}”: ${quoted.slice(0, EXAMPLES).join(' ')}`
}
