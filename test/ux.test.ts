import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const document = readFileSync('docs/ux.md', 'utf8')
const STATES = ['held', 'partly', 'not']

type Row = { id: string; area: string; state: string; where: string; shown: string }

function rowsOf(text: string): Row[] {
  let area = ''
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) area = line.slice(3)
    const cells = /^\| ([A-Z]+-?\d+) \| .+ \| (.+) \| (.+) \| (.+) \|$/.exec(line)
    return cells ? [{ id: cells[1]!, area, state: cells[2]!, where: cells[3]!, shown: cells[4]! }] : []
  })
}

const rows = rowsOf(document)

/** The numbers from 1 to `last`, with two digits as the requirements have them. */
function numbered(prefix: string, ...runs: [number, number][]): string[] {
  return runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, place) => `${prefix}-${String(first + place).padStart(2, '0')}`))
}

const TENSIONS = ['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'T8', 'T10', 'T11']
const IDS = [
  ...TENSIONS,
  ...numbered('JS', [1, 15], [20, 43], [50, 57], [60, 65], [70, 77]),
  ...numbered('SE', [1, 7], [10, 15], [20, 20]),
  ...numbered('HS', [1, 16], [20, 37], [40, 53], [60, 71]),
  ...numbered('IV', [1, 18]),
  ...numbered('AN', [1, 7]),
  ...numbered('OP', [1, 23], [25, 31]),
]

test('every requirement has one row, and no row is of another', () => {
  expect(rows.map(({ id }) => id).toSorted()).toEqual(IDS.toSorted())
})

test('every file and every test that is named exists', () => {
  const named = rows.flatMap(({ id, where, shown }) =>
    [...`${where} ${shown}`.matchAll(/`([^` ]+)`|\((decisions\/[^)]+)\)/g)].map(([, path, link]) => ({ id, path: path ?? `docs/${link}` })),
  )
  const paths = named.filter(({ path }) => /[./]/.test(path) && !path.startsWith('-'))
  expect(paths.length).toBeGreaterThan(400)
  expect(paths.filter(({ path }) => !existsSync(path)).map(({ id, path }) => `${id}: ${path}`)).toEqual([])
})

test('what is held names a test or says that there is none; what is not says why', () => {
  expect(rows.filter(({ state }) => !STATES.includes(state)).map(({ id }) => id)).toEqual([])
  const isTold = ({ state, shown }: Row) =>
    state === 'held' ? /\.(test|spec)\.tsx?`|no test|without test|left out/.test(shown) : /[a-z]{3,} [a-z]/.test(shown)
  expect(rows.filter((row) => !isTold(row)).map(({ id }) => id)).toEqual([])
})

test('the counts at the top are those of the rows', () => {
  const counted = [...document.matchAll(/^\| (?!area)([^|]+?) \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map(([, area, ...counts]) => [area, ...counts.map(Number)])
  const count = (some: Row[]) => STATES.map((state) => some.filter((row) => row.state === state).length)
  const areas = [...new Set(rows.map(({ area }) => area))].map((area) => [area, ...count(rows.filter((row) => row.area === area))])
  expect(counted.filter(([area]) => !String(area).startsWith('all'))).toEqual(areas)
  expect(document).toContain(`| all ${rows.length} | ${count(rows).join(' | ')} |`)
})
