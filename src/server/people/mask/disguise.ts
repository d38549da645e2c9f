import { withoutAccent } from './fold.ts'
/** A range in a string; `end` is exclusive. */
export type TextRange = { start: number; end: number }

/** `find` returns the ranges to replace, in any order; `token` is what readers of the masked text see. */
export type Replacement = { find: (text: string) => TextRange[]; token: string }

/** A masked text with a mapping back to the stored text. */
export type MaskedText = { text: string; marks: Mark[]; original: (place: TextRange) => TextRange }
/** A token's range in the masked text (`start`, `end`), and what it hides in the stored one. */
export type Mark = TextRange & { of: TextRange }

/** Format, control, private and unassigned characters, variation selectors and blank letters: they hide text from people, but not from models. */
const INVISIBLE = new RegExp(
  String.raw`[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Variation_Selector}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFFA0[\p{Cc}--[\n\t]]]`,
  'v',
)

export const withoutInvisible = (text: string) => (INVISIBLE.test(text) ? [...text].filter((char) => !INVISIBLE.test(char)).join('') : text)

export function rangesOf(pattern: RegExp): Replacement['find'] {
  return (text) => Array.from(text.matchAll(pattern), (match) => ({ start: match.index, end: match.index + match[0].length }))
}

/**
 * Replaces every match with its token. Where matches overlap, a single token covers them all: the longest match's, or the first if they're equally
 * long. Removes invisible characters; with `keepsRest`, everything that isn't masked stays byte for byte the same.
 */
export function disguise(text: string, replacements: Replacement[], { keepsRest = false } = {}): MaskedText {
  const { seen, at } = visible(text)
  const found = foundIn(seen, replacements)
  const from = (place: number) => at?.[place] ?? (place >= seen.length ? text.length : place)
  const visiblePart = (start: number, end: number) => (keepsRest ? text.slice(start === 0 ? 0 : from(start), from(end)) : seen.slice(start, end))
  let maskedText = ''
  let position = 0
  const steps: (Mark & { isToken: boolean })[] = []
  const add = (piece: string, { start, end }: TextRange, isToken: boolean) => {
    if (piece !== '')
      steps.push({ start: maskedText.length, end: maskedText.length + piece.length, of: { start: start === 0 ? 0 : from(start), end: from(end) }, isToken })
    maskedText += piece
  }
  for (const { start, end, token } of found) {
    add(visiblePart(position, start), { start: position, end: start }, false)
    add(token, { start, end }, true)
    position = end
  }
  add(visiblePart(position, seen.length), { start: position, end: seen.length }, false)
  return {
    text: maskedText,
    marks: steps.filter((step) => step.isToken),
    original: (place) => wholeLetters(text, originalOf(place, steps, keepsRest ? null : { seen: at, last: text.length })),
  }
}

/** Returns the text without invisible characters; `at` maps each remaining unit to its original position, or is null if nothing was removed. */
function visible(text: string): { seen: string; at: number[] | null } {
  if (!INVISIBLE.test(text)) return { seen: text, at: null }
  let visibleText = ''
  const at: number[] = []
  let place = 0
  for (const char of text) {
    if (!INVISIBLE.test(char)) {
      for (let half = 0; half < char.length; half++) at.push(place + half)
      visibleText += char
    }
    place += char.length
  }
  return { seen: visibleText, at }
}

type MaskMatch = TextRange & { token: string; longest: number }

function foundIn(seen: string, replacements: Replacement[]): MaskMatch[] {
  // oxlint-disable-next-line no-control-regex -- the first 128 characters have no accents
  const bare = /^[\x00-\x7f]*$/.test(seen) ? seen : [...seen].map((letter) => (letter.length === 1 ? withoutAccent(letter) : letter)).join('')
  const found = replacements.flatMap(({ find, token }) => find(bare).map(({ start, end }) => ({ start, end, token, longest: end - start })))
  const keptMatches: MaskMatch[] = []
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = keptMatches.at(-1)
    if (one.start >= one.end) continue
    if (!last || one.start >= last.end) keptMatches.push({ ...one })
    else {
      if (one.longest > last.longest) Object.assign(last, { token: one.token, longest: one.longest })
      last.end = Math.max(last.end, one.end)
    }
  }
  return keptMatches
}

/** Returns the stored text behind a part of the masked text: whole tokens, and exactly the characters next to them. */
function originalOf({ start, end }: TextRange, steps: (Mark & { isToken: boolean })[], removed: { seen: number[] | null; last: number } | null): TextRange {
  const overlappingSteps = steps.filter((step) => step.start < Math.max(end, start + 1) && step.end > start)
  const [first, last] = [overlappingSteps[0], overlappingSteps.at(-1)]
  if (!first || !last) return { start: 0, end: 0 }
  const inside = (step: Mark & { isToken: boolean }, place: number, isEnd: boolean) => {
    if (step.isToken) return isEnd ? step.of.end : step.of.start
    const offset = place - step.start
    if (!removed?.seen) return step.of.start + offset
    const base = removed.seen.indexOf(step.of.start)
    const unit = Math.max(0, base) + offset
    return isEnd ? (removed.seen[unit - 1] ?? removed.last - 1) + 1 : (removed.seen[unit] ?? removed.last)
  }
  return { start: inside(first, Math.max(start, first.start), false), end: inside(last, Math.min(end, last.end), true) }
}

function wholeLetters(text: string, { start, end }: TextRange): TextRange {
  const [isSecondHalf, isFirstHalf] = [/[\uDC00-\uDFFF]/.test(text[start] ?? ''), /[\uD800-\uDBFF]/.test(text[end - 1] ?? '')]
  return { start: isSecondHalf ? start - 1 : start, end: isFirstHalf ? end + 1 : end }
}
