import { freePort } from '#lab/faults/product.ts'
import { walkByKeyboard, type Walk } from '#lab/journey/by-keyboard.ts'
import { walkByListening } from '#lab/journey/by-listening.ts'
import { walkInLynx } from '#lab/journey/in-lynx.ts'
import { startWithOpenings } from '#lab/journey/openings.ts'
import { KINDS } from '#lab/journey/person.ts'
import { openSlowLine } from '#lab/journey/slow-line.ts'
import type { Stage } from './stage.ts'
import type { Table } from './table.ts'

const OPENINGS = 72
const MAX_MINUTES = 4

/**
 * Benchmarks a first-time visitor who finds the night shift in California among 72 openings and applies over a slow connection, with and without
 * JavaScript.
 */
export async function benchJourney(stage: Stage): Promise<Table> {
  const port = await freePort()
  const line = await openSlowLine(port)
  const product = await startWithOpenings(await stage.folder(), OPENINGS, { PORT: String(port), BASE_URL: line.url })
  try {
    const walks = [await walkByKeyboard(line.url), await walkByListening(line.url), await walkInLynx(line.url)]
    return tableOf(walks)
  } finally {
    await product.stop()
    line.close()
  }
}

function tableOf(walks: (Walk | null)[]): Table {
  const row = (what: string, of: (walk: Walk) => number, limit?: number) => [
    what,
    ...walks.map((walk) => (walk ? formatMinutes(of(walk), limit) : 'not measured')),
  ]
  const allFinished = walks.every((walk) => walk !== null)
  return {
    title: `The night shift in California, found among ${OPENINGS} openings and applied for, at 400 kbit/s`,
    columns: ['minutes', '390 px, keyboard alone', '390 px, read aloud', 'Lynx, without a resume'],
    rows: [
      row('role found after', ({ found }) => found),
      row('submitted after', ({ submitted }) => submitted),
      row(`in all, at most ${MAX_MINUTES}`, ({ person }) => person.total(), MAX_MINUTES),
      ...KINDS.map((kind) => row(`of that: ${kind}`, ({ person }) => person.spent[kind])),
    ],
    notes: [
      'Pages and keys are real, over a line of 400 kbit/s with 100 ms each way. What a person adds is counted, not waited for: 233 ms for a key (Dhakal et al. 2018), 1.5 s to find each thing, 45 s to read the role, 15 s to pick a file, two answers of 45 words, and 298 words a minute read aloud (the mean of what 1,409 people could follow; Bragg et al. 2021).',
      'Missed, read aloud: typing takes 2 of the 5 minutes, and hearing each page to where it is used and each question in full nearly as long. People who listen faster or skip what they know need less.',
      ...(allFinished ? [] : ['There is no Lynx here, so it was not measured.']),
    ],
  }
}

function formatMinutes(ms: number, limit?: number): string {
  const minutes = ms / 60_000
  if (limit === undefined) return minutes.toFixed(2)
  return `${minutes.toFixed(2)} ${minutes <= limit ? 'met' : '**missed**'}`
}
