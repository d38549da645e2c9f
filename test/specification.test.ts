import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALL } from '#contract/all.ts'

const document = readFileSync('docs/specification.md', 'utf8')

type Row = { section: string; what: string; built: string[]; shown: string[] }

function rowsOf(text: string): Row[] {
  let section = ''
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) section = line.slice(3)
    const cells = /^\| (?!what \|)(.+) \| (`.+`) \| (`.+`) \|$/.exec(line)
    const paths = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)
    return cells ? [{ section, what: cells[1]!, built: paths(cells[2]!), shown: paths(cells[3]!) }] : []
  })
}

const rows = rowsOf(document)
const inSection = (number: string) => rows.filter((row) => row.section.startsWith(`${number}.`))

test('the tables are read', () => {
  expect(rows.length).toBeGreaterThan(250)
})

test('every file and every test that is named exists', () => {
  const missing = rows.flatMap(({ what, built, shown }) => [...built, ...shown].filter((path) => !existsSync(path)).map((path) => `${what}: ${path}`))
  expect(missing).toEqual([])
  expect(rows.filter(({ shown }) => !shown.every((path) => /\.(test|spec)\.tsx?$/.test(path))).map(({ what }) => what)).toEqual([])
})

test('every call has a row, and every row of a call is mounted', () => {
  const named = inSection('7').flatMap(({ what }) => /^`((?:GET|POST|PUT|DELETE) [^`]+)`$/.exec(what)?.[1] ?? [])
  expect(named.toSorted()).toEqual(ALL.map(({ method, path }) => `${method} ${path}`).toSorted())
})

/** The longest part of a message that is the same each time, in the ways in which code may write it. */
function spellingsOf(message: string, gaps: RegExp): string[] {
  const parts = message.split(gaps).map((part) => part.trim())
  const longest = parts.toSorted((a, b) => b.length - a.length)[0]!
  return [longest, longest.replaceAll("'", "\\'"), longest.replaceAll("'", '’'), longest.replaceAll('.', '\\.')]
}

const says = (path: string, spellings: string[]) => spellings.some((said) => readFileSync(path, 'utf8').includes(said))

test('every message stands in the file that its row names', () => {
  const absent = inSection('8').filter(({ what, built }) => {
    const spellings = spellingsOf(what, /\{\w+\}|4000|\b(?:create|update)\b/)
    return !built.some((path) => says(path, spellings))
  })
  expect(absent.map(({ what }) => what)).toEqual([])
  expect(inSection('8').length).toBeGreaterThanOrEqual(90)
})

test('every message stands in each test that its row names', () => {
  const silent = inSection('8').flatMap(({ what, shown }) => {
    const spellings = spellingsOf(what, /\{\w+\}|4000/)
    return shown.filter((path) => !says(path, spellings)).map((path) => `${what}: ${path}`)
  })
  expect(silent).toEqual([])
})

// The specification's own names for its constants.
const CONSTANTS = [
  'Request timeout',
  'Script chunk load timeout',
  'API retries',
  'Applicant load retry',
  'Admin allowlist size',
  'Interviewer domain',
  'Default days window',
  'Linked-application days',
  'Default max words per answer',
  'Character cap per long answer',
  'Feedback answer max',
  'Application autosave debounce',
  'Feedback autosave debounce',
  'Meta description',
  'Share popup',
  'Scroll to openings delay',
  'Template redirect after save',
  'Questions table height',
  'Table answer truncation',
  'CSV file name',
  'Default sort',
  'PDF page scale',
  'Expected interview names',
  'Save message timeouts',
  'Textarea rows',
  'Default user session id',
  'Interviewer dashboard initial list',
  'Web analytics measurement id',
  'Fade transition',
]

test('every constant has a row', () => {
  expect(inSection('9').map(({ what }) => what.split(':')[0])).toEqual(expect.arrayContaining(CONSTANTS))
})

test('every sentence of the areas has rows', () => {
  for (const section of ['1', '2', '3', '4', '5', '6', '10', '11']) expect(inSection(section).length, section).toBeGreaterThan(0)
})
