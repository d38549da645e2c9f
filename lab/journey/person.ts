/** Milliseconds per key: 52 words a minute, the mean of 168,000 people (Dhakal et al. 2018). */
const MS_PER_KEY = 233
/**
 * Milliseconds per word read aloud: 298 words a minute, the mean of the rates 1,409 people could follow, sighted or not (Bragg, Reinecke and Ladner
 * 2021).
 */
const MS_PER_WORD = 60_000 / 298
/** Time to find the next thing to do on a page. */
const LOOK_MS = 1_500
/** Time to read a role before applying. */
const READ_ROLE_MS = 45_000
/** Time from opening the file picker to choosing a file. */
const PICK_FILE_MS = 15_000

export const KINDS = ['typing', 'moving by keys', 'looking', 'reading the role', 'listening', 'picking a file', 'waiting for pages'] as const
type Spent = Record<(typeof KINDS)[number], number>
export type Person = ReturnType<typeof newPerson>

/** Adds up the time a person would need on top of what's measured: keys and pages are real, but pauses are only counted. */
export function newPerson() {
  const spent: Spent = { typing: 0, 'moving by keys': 0, looking: 0, 'reading the role': 0, listening: 0, 'picking a file': 0, 'waiting for pages': 0 }
  return {
    spent,
    total: () => KINDS.reduce((sum, kind) => sum + spent[kind], 0),
    type: (words: string) => void (spent.typing += words.length * MS_PER_KEY),
    press: (keys: number) => void (spent['moving by keys'] += keys * MS_PER_KEY),
    look: () => void (spent.looking += LOOK_MS),
    read: () => void (spent['reading the role'] += READ_ROLE_MS),
    listen: (text: string) => void (spent.listening += (text.match(/\S*\w\S*/g)?.length ?? 0) * MS_PER_WORD),
    pickFile: () => void (spent['picking a file'] += PICK_FILE_MS),
    /** Adds measured waiting time. */
    wait: async <Result>(ready: () => Promise<Result>): Promise<Result> => {
      const began = performance.now()
      const result = await ready()
      spent['waiting for pages'] += performance.now() - began
      return result
    },
  }
}

export const SEARCH = 'night california'
export const NAMES = { first: 'Rosa', last: 'Delgado' }
export const TENURE = '18'
/** About 45 words each. */
export const WHY =
  'I have worked nights in a call center for four years and know how different people are at three in the morning. I want to do that work for patients, with time to listen, and I like that you say what each step is and when I will hear back.'
export const PROUD =
  'I wrote a one page guide for new colleagues after I saw each of us learn the same ten things the hard way. It is still in use. Callbacks about wrong answers went down by a third, and I learned to ask before I write.'
