import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MIN_CONTRAST } from '#contract/brand/brand-colors.ts'
import { parseHex, contrast } from '#contract/brand/colors.ts'
import { filesIn, isTest, sources } from './source-files.ts'
import { clock, fullTimeOf } from '#web/ui/clock.ts'

test('times are formatted like 2:29 AM, and printed times include the day and year', () => {
  expect(clock('2027-05-04T02:29:00')).toBe('2:29 AM')
  expect(fullTimeOf('2027-05-04T14:05:00')).toBe('Tue, May 4, 2027, 2:05 PM')
})

test("no screen formats dates based on the browser's language: everyone sees the same format", () => {
  const own = sources('src/web').filter((path) =>
    /toLocale(Date|Time)String\((\[\]|undefined|\)|\s*\{)|DateTimeFormat\((\[\]|undefined)|toLocaleString\((\[\]|undefined|\))/.test(
      readFileSync(path, 'utf8'),
    ),
  )
  expect(own).toEqual([])
})

const TOKENS = readFileSync('src/web/tokens.css', 'utf8')
const tokens = Object.fromEntries(
  [...TOKENS.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(([, name, light, dark]) => [name, { light: light!, dark: dark! }]),
)

test("warning, error and success colors are readable on every background of their scheme, and don't depend on the accent color", () => {
  for (const scheme of ['light', 'dark'] as const) {
    for (const meaning of ['warn', 'bad', 'good']) {
      for (const ground of ['ground', 'surface', 'sand', `${meaning}-tint`]) {
        const [text, behind] = [tokens[meaning]![scheme], tokens[ground]![scheme]]
        expect(contrast(parseHex(text), parseHex(behind)), `${meaning} on ${ground}, ${scheme}`).toBeGreaterThanOrEqual(MIN_CONTRAST)
      }
    }
  }
})

const OF_THE_PARTS = ['src/web/ui/message/message.tsx', 'src/web/templates/source/problem-list.tsx', 'src/web/templates/template-form.tsx']

test('staff screens use the shared components for messages and empty lists', () => {
  const own = filesIn('src/web')
    .filter((path) => path.endsWith('.tsx') && !OF_THE_PARTS.includes(path))
    .flatMap((path) =>
      (readFileSync(path, 'utf8').match(/<Alert\b|length === 0 (?:\?|&&)\s*\(?\s*<(?:Text|Paper)\b|length === 0\) return <(?:Text|Paper)\b/g) ?? []).map(
        (one) => `${path}: ${one}`,
      ),
    )
  expect(own).toEqual([])
})

/** Icons, text, loading, and what's inside the editor or the frame at /dev/ui. */
const OF_OTHER_PARTS = /(icons|safe-html|loaded|arrival-title|toasts|page-loading|still-trying|conflict-dialog|restored-note|unsaved-guard)\.tsx$/

/** The one name for each thing, as in docs/words.md, and the names not to use. */
const ONE_NAME: [name: string, others: RegExp][] = [
  ['Apply Now', /\bapply (for this role|here|today|online)\b/gi],
  ['Proceed', /\b(proceed to panel\b(?! interview)|advance (to|this applicant)|move forward to panel)/gi],
  ['Reject', /\b(turn down|decline this applicant|disqualify)\b/gi],
  ['Applicant Review', /\b(application review|review applicants|candidate review)\b/gi],
  ['Interviews', /\b(interviews by week|interview calendar|panel calendar)\b/gi],
  ['People', /\b(staff members|manage staff|team members)\b/gi],
  ['Filters', /(\+ filter\b|\bmore filters\b|\bfilter by\b)/gi],
  ['hours', /\b(when (you|interviewers|they) can be booked|your availability)\b/gi],
  ['drafts', /\b(generated rationales|rationales to review|drafted rationales)\b/gi],
  ['role, opening', /\b(vacanc(y|ies)|requisitions?|job postings?)\b/gi],
  ['applicant, candidate', /\b(job ?seekers?|talent)\b/gi],
  ['email', /\be-mails?\b/gi],
  ['resume', /\brésumés?\b/gi],
  ['canceled', /\bcancell(ed|ing)\b/gi],
  ['sign in', /\b(log in|logged in|log on|sign into|signed into)\b/gi],
]

/** Phrases a recruiter wouldn't use. */
const NOT_SAID =
  /single keys act|with other keys held|no one['’]s on it|everything of this person|this page says who someone is|asks twice|replace by what is shown|saw a list with names|nothing was tampered with|has had several today/gi

/** Text that must stay as is, with its source. */
const FIXED: [text: string, source: string][] = [
  ['AI-drafted rationales', 'wording.md: the role setting'],
  ['ICalEventStatus.CANCELLED', 'RFC 5545: the status of a calendar event'],
]

/** Word lists for searching what people write. */
const SEARCHED = ['src/server/rationale/', 'src/contract/find-openings.ts', 'src/server/db/reference/red-flags.ts']

test('screens, messages and emails use one name per concept', () => {
  const found = textFiles().flatMap(([path, text]) =>
    ONE_NAME.flatMap(([name, others]) => [...text.matchAll(others)].filter((one) => !isFixed(text, one)).map(([other]) => `${path}: '${other}' is '${name}'`)),
  )
  expect(found).toEqual([])
})

test("screens, messages and emails avoid phrases a recruiter wouldn't use", () => {
  expect(textFiles().flatMap(([path, text]) => (text.match(NOT_SAID) ?? []).map((one) => `${path}: ${one}`))).toEqual([])
})

/** Opening quotes in the same text mean that ’ closes one. What people in the demo write has both kinds, as it would. */
test('text uses straight apostrophes, so no sentence or email mixes two kinds', () => {
  const curly = textFiles()
    .filter(([path]) => !path.startsWith('demo/'))
    .flatMap(([path, text]) => [...text.matchAll(/(?<!‘[^‘’\n]*)\p{L}’|\p{L}’\p{L}/gu)].map(({ index }) => `${path}: ${text.slice(index - 20, index + 10)}`))
  expect(curly).toEqual([])
})

test('every fixed text is still used', () => {
  const all = textFiles().map(([, text]) => text)
  expect(FIXED.filter(([fixed]) => !all.some((text) => text.includes(fixed)))).toEqual([])
})

function isFixed(text: string, { index, 0: other }: RegExpExecArray): boolean {
  return FIXED.some(([fixed]) => {
    const start = text.lastIndexOf(fixed, index)
    return start >= 0 && start + fixed.length >= index + other.length
  })
}

/** Strips comments and imports, leaving texts and identifiers; identifiers are spelled differently. */
function textFiles(): [path: string, text: string][] {
  return ['src', 'demo']
    .flatMap(filesIn)
    .filter((path) => /\.tsx?$/.test(path) && !isTest(path) && !SEARCHED.some((one) => path.startsWith(one)))
    .map((path) => [path, readFileSync(path, 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$|(?<=\s)\/\/ .*$|^import .*$/gm, '')])
}

const TOKEN_FILES = ['src/web/tokens.css', 'src/web/staff-tokens.css']
const RAW_COLOR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|light-dark)\(|:[^;:{}]*\b(?:white|black|red|green|yellow|gray)\b[^;{}]*;/gi

const SHEETS = filesIn('src/web').filter((path) => path.endsWith('.css') && !TOKEN_FILES.includes(path))

/** Values that aren't tokens. Two exceptions: a PDF's own text is sized by its pages, and a font's file lists its weights. */
const RAW_LOOKS: [what: string, raw: RegExp][] = [
  ['color', RAW_COLOR],
  ['font size', /(?<!-)font-size: (?!var\(--text-[smlx]+\)|calc\(var\(--text-scale-factor\))[^;]+/g],
  ['font weight', /font-weight: (?!inherit|var\(--weight-)[^;]+/g],
  ['font', /(?<![-\w])font: (?!inherit|var\(--weight-\w+\) var\(--text-)[^;]+/g],
  ['shadow', /box-shadow: (?!var\(--raised-[123]\)|none|inset )[^;]+/g],
  // Multiples of 4 px above the largest token are offsets, such as the space for a sticky bar.
  [
    'distance',
    /(?<![\w-])(?:gap|row-gap|column-gap|(?:margin|padding)[a-z-]*): (?:(?!clamp|max\(|;)[^;])*?(?<![\w.])(?:[4-9]px|\d{2,}px|[0-3]?(?:\.\d+)?rem)[^;]*/g,
  ],
  ['color, size or radius of the kit', /var\(--mantine-(?:color|font-size|radius|shadow|h\d)[^)]*\)/g],
]

test('stylesheets take colors, sizes, weights, spacing and shadows from the token files, so each is defined once and follows the scheme', () => {
  const raw = SHEETS.flatMap((path) => {
    const rules = readFileSync(path, 'utf8').replaceAll(/\/\*[^]*?\*\/|@font-face \{[^}]*\}/g, '')
    return RAW_LOOKS.flatMap(([what, looks]) => [...rules.matchAll(looks)].map(([one]) => `${path}: ${what}: ${one.trim()}`))
  })
  expect(raw).toEqual([])
  expect(SHEETS.length).toBeGreaterThan(50)
})

test('there are four text sizes, two weights and three elevations', () => {
  const named = (name: string) => [...TOKENS.matchAll(new RegExp(`^  --${name}-`, 'gm'))].length
  expect([named('text'), named('weight'), named('raised')]).toEqual([4, 2, 3])
})

test('every shared component is shown at /dev/ui, which only `npm run dev` serves', () => {
  const page = readFileSync('src/web/dev/parts.tsx', 'utf8')
  const shared = filesIn('src/web/ui').filter((path) => path.endsWith('.tsx') && !isTest(path) && !OF_OTHER_PARTS.test(path))
  const parts = shared.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^export function ([A-Z]\w+)/gm)].map(([, name]) => name!))
  expect(parts.length).toBeGreaterThan(15)
  expect(parts.filter((name) => !new RegExp(`<${name}\\b`).test(page))).toEqual([])
  const others = sources('src').filter((path) => !path.startsWith('src/web/dev/') && readFileSync(path, 'utf8').includes('web/dev/'))
  expect(others).toEqual(['src/server/http/pages.ts'])
})
