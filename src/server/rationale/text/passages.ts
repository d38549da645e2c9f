import type { TextRange } from '#server/people/mask/disguise.ts'

/** A sentence in longer text. `from` is where a quote of it would start: at its heading, if it has one. */
export type Passage = TextRange & { from: number }

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * Splits text into sentences, but never where that could change the meaning: inside quotes, after "Dr.", or between a question and a short answer.
 */
export function passagesOf(text: string): Passage[] {
  const passages: Passage[] = []
  let heading: number | null = null
  let wasTitle = false
  const lines = linesOf(text).filter(({ start, end }) => text.slice(start, end).trim() !== '')
  for (const [i, line] of lines.entries()) {
    const written = text.slice(line.start, line.end)
    const next = lines[i + 1]
    const isTitle = isHeading(written, next ? text.slice(next.start, next.end) : '')
    if (isTitle) heading = line.start
    else if (!wasTitle && !BULLET.test(written) && hasGap(text, lines[i - 1], line)) heading = null
    wasTitle = isTitle
    const opening = SPREADING.test(written) ? line.start : null
    for (const place of sentencesOf(written)) {
      const start = line.start + place.start
      passages.push({ start, end: line.start + place.end, from: heading ?? opening ?? start })
    }
  }
  return passages
}

/** In "He did not: wash hands. Check bands.", the heading applies to the whole line. */
const SPREADING = /^[^.!?:]{0,60}\b(?:not|never|no|none|without|lacks?|n['’]t)\b[^.!?:]{0,30}:\s/iu

const hasGap = (text: string, before: TextRange | undefined, line: TextRange) => /\n\s*\n|\r\s*\r/u.test(text.slice(before?.end ?? 0, line.start))

/** Widens the range to every sentence it touches and their heading. A heading is widened to everything it applies to. */
export function widened(text: string, place: TextRange): TextRange {
  const all = passagesOf(text)
  const overlapping = all.filter((one) => one.start < place.end && place.start < one.end)
  const last = overlapping.at(-1)
  const isHeading = last !== undefined && all.find((one) => one.from === last.from) === last
  const affected = isHeading ? [...overlapping, ...all.filter((one) => one.from === last.from)] : overlapping
  return { start: Math.min(place.start, ...affected.map((one) => one.from)), end: Math.max(place.end, ...affected.map((one) => one.end)) }
}

function linesOf(text: string): TextRange[] {
  return [...text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/gu)].map((match) => ({
    start: match.index,
    end: match.index + match[0].replace(/[\r\n]+$/u, '').length,
  }))
}

const BULLET = /^\s*(?:[-*•·–—+>]|\d{1,2}[.)]|[a-z][.)])\s+/u

/** "Things he did NOT do:" applies to every line under it. */
function isHeading(line: string, next: string): boolean {
  const bare = line.trim().replace(/[*_]+$/u, '')
  if (bare.endsWith(':') || /^#{1,6}\s/u.test(bare)) return true
  return BULLET.test(next) && !BULLET.test(line) && !/[.!?]["'”’)]*$/u.test(bare) && bare.split(/\s+/u).length <= 8
}

function sentencesOf(line: string): TextRange[] {
  const places: TextRange[] = []
  let open: TextRange | null = null
  for (const { segment, index } of SENTENCES.segment(line)) {
    const end = index + segment.trimEnd().length
    if (segment.trim() === '') continue
    if (open && isIncomplete(line.slice(open.start, open.end), segment.trim())) open.end = end
    else places.push((open = { start: index + (segment.length - segment.trimStart().length), end }))
  }
  return places
}

const ABBREVIATED = /(?:^|[\s(])(?:dr|mr|mrs|ms|prof|st|sr|jr|vs|cf|etc|approx|no|nos|e\.g|i\.e|a\.m|p\.m|pt|pts|hr|hrs|min|dept|incl|esp|\p{L})\.["'”’)]*$/iu
const TURNS = /^(?:no|nope|not|never|wrong|false|untrue|kidding|just kidding|or so|allegedly|as if|yeah,? right|hardly|said (?:no|none) one)\b.{0,40}$/iu

/** Returns whether the sentence so far is incomplete without the next part. */
function isIncomplete(before: string, next: string): boolean {
  if (ABBREVIATED.test(before) || hasOpenMark(before)) return true
  if (/^[\p{Ll}…]/u.test(next) || /(?:\.\.\.|…)$/u.test(before) || TURNS.test(next)) return true
  return /\?["'”’)]*$/u.test(before) && next.split(/\s+/u).length <= 12
}

const PAIRS = [
  ['“', '”'],
  ['„', '“”'],
  ['«', '»'],
  ['(', ')'],
  ['[', ']'],
] as const

function hasOpenMark(text: string): boolean {
  const count = (marks: string) => [...text].filter((char) => marks.includes(char)).length
  if (count('"') % 2 === 1) return true
  // A single quote before a word opens a quotation; one after a word may be an apostrophe.
  const openingMarks = text.match(/(?<![\p{L}\p{N}])['‘](?=[\p{L}\p{N}])/gu)?.length ?? 0
  const closed = text.match(/(?<=[.,!?])['’](?![\p{L}\p{N}])|(?<=[\p{L}\p{N}])['’](?=\s*(?:$|[.,;:!?]))/gu)?.length ?? 0
  return openingMarks > closed || PAIRS.some(([a, b]) => count(a) > count(b))
}
