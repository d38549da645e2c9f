import type { Place } from '../text/find-quote.ts'
import { type Replacement, withoutAccent } from './names.ts'

/** A text as a model may see it, with the way back: where each part of it stood in the stored text. */
export type Disguised = { text: string; original: (place: Place) => Place }

type Unit = { char: string; from: number; to: number }

/** Format, control, private and unassigned characters, variation selectors and blank letters: they hide text from people, not from models. */
const INVISIBLE = new RegExp(
  String.raw`[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Variation_Selector}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFFA0[\p{Cc}--[\n\t]]]`,
  'v',
)

export const withoutInvisible = (text: string) =>
  Array.from(text)
    .filter((char) => !INVISIBLE.test(char))
    .join('')

/** Until all searches are done, each token is one private-use character: those were removed before, so no text contains one. */
const FIRST_PRIVATE = 0xe000

/** Removes what is invisible, then replaces every match by its token; earlier replacements win. */
export function disguise(text: string, replacements: Replacement[]): Disguised {
  let units = visibleUnits(text)
  for (const [i, { find }] of replacements.entries()) {
    units = withMark(units, find, String.fromCharCode(FIRST_PRIVATE + i))
  }
  const spelled = units.flatMap((unit) => spell(unit, replacements))
  return {
    text: spelled.map((unit) => unit.char).join(''),
    original: ({ start, end }) => ({ start: spelled[start]?.from ?? 0, end: spelled[end - 1]?.to ?? text.length }),
  }
}

function visibleUnits(text: string): Unit[] {
  const units: Unit[] = []
  let at = 0
  for (const char of text) {
    if (!INVISIBLE.test(char)) units.push(...char.split('').map((half) => ({ char: half, from: at, to: at + char.length })))
    at += char.length
  }
  return units
}

function withMark(units: Unit[], find: Replacement['find'], mark: string): Unit[] {
  const result: Unit[] = []
  const text = units.map((unit) => withoutAccent(unit.char)).join('')
  let done = 0
  for (const { start, end } of find(text)) {
    result.push(...units.slice(done, start))
    result.push({ char: mark, from: units[start]?.from ?? 0, to: units[end - 1]?.to ?? 0 })
    done = end
  }
  return [...result, ...units.slice(done)]
}

function spell(unit: Unit, replacements: Replacement[]): Unit[] {
  const token = replacements[unit.char.charCodeAt(0) - FIRST_PRIVATE]?.token
  return token === undefined ? [unit] : token.split('').map((char) => ({ ...unit, char }))
}
