import { escaped, type Place } from '../text/find-quote.ts'
import { nicknamesOf } from './nicknames.ts'

/** `find` gives the places to replace, in order and apart; `token` is what a reader of the masked text sees. */
export type Replacement = { find: (text: string) => Place[]; token: string }

export function placesOf(pattern: RegExp): Replacement['find'] {
  return (text) => Array.from(text.matchAll(pattern), (match) => ({ start: match.index, end: match.index + match[0].length }))
}

/** Names that are also everyday words: masked only when written with a capital. */
const EVERYDAY = new Set(
  'amber angel april art august autumn baker banks bell best bill bishop black bloom booker brook brown butler carol carter chance chase christian church clay cook cross daisy dawn dean drew duke earl ester faith fields fisher flora ford forest foster frank gene glen good grace grant gray green hall harmony hazel heather hill holly home hope hunt hunter iris ivy jack jade jean jewel joy june kay king knight lane law lee lily long love major mark may mason melody mercy miles mill moody nick noble olive page park parker pat patience pearl penny pierce pope porter price prince rain ray reed rich ring rob robin rose ruby rush rusty sage sandy serenity shaw sky small snow spring star stone storm strong sue summer swift taylor temple trinity turner victor violet wade walker ward way wells west white will willow winter wise wood woods worth young'.split(
    ' ',
  ),
)

/** Parts of names that mean nothing alone and occur in ordinary text. */
const PARTICLES = new Set('al bin da das de del della den der di dos du el la las le los mac van von und y'.split(' '))

/** Longest first, so that a whole name is masked before its parts. Nicknames, initials and typos count as the name. */
export function nameReplacement(names: string[], token: string): Replacement | null {
  const parts = [...new Set(names.flatMap(partsOf))]
  if (parts.length === 0) return null
  const written = parts.toSorted((a, b) => b.length - a.length).map(wordPattern)
  const short = [...new Set(names.flatMap(shortFormsOf))].map((form) => `(?<!${LETTER})${capitalPattern(form)}(?!${LETTER})`)
  const one = `(?:${[...written, ...short, ...initialsOf(names)].join('|')})`
  const title = '(?:\\b(?:[Mm]rs?|[Mm]s|[Mm]iss|[Mm]x|[Dd]r)\\.?\\s+)?'
  const exact = placesOf(new RegExp(`${title}${one}(?:[\\s.,-]{1,2}${one})*`, 'gu'))
  const slips = slipsOf(parts)
  return { find: (text) => joined(text, [...exact(text), ...slips(text)]), token }
}

/** First and last name are one, however each of them was written. */
function joined(text: string, places: Place[]): Place[] {
  const kept: Place[] = []
  for (const place of places.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1)
    if (last && /^[\s.,-]{0,2}$/u.test(text.slice(last.end, place.start))) last.end = Math.max(last.end, place.end)
    else kept.push({ ...place })
  }
  return kept
}

/** Nicknames, and the beginning of a long name: "Alejandra" may be called "Ale" or "Aleja". */
function shortFormsOf(name: string): string[] {
  if (!/^\p{L}[\p{L}'’-]+(?:\s\p{L}+)?$/u.test(name)) return []
  const first = withoutAccents(name.split(/\s+/u)[0]!)
  const cut = [3, 4, 5].filter((length) => length <= first.length - 2).map((length) => first.slice(0, length))
  return [...nicknamesOf(first), ...cut, ...cut.slice(0, 2).flatMap((form) => [`${form}y`, `${form}ie`])].filter((form) => !ORDINARY.has(form.toLowerCase()))
}

/** Prefixes of names that are also words: capitalized, they start sentences. */
const ORDINARY = new Set(
  'the she her him his and but for not was had has who how why all any can day did get got his its let may new now off old one our out own per put ran red sat saw say see set sit six ten too top two use way win yes yet you able also area away back base been best both busy call calm came care case char cons cool dead deal dear done down each easy else even ever face fact fair fall fast feel felt file fine firm four from full gave give goes gone good hand hard have hear held help here high hold hope hour idea into just keep kept kind knew know lack last late lead left less life like line list live long look lost lot made make many mean meet mind miss more most much must name near need next nice once only open over paid part past plan plus poor port quit rate read real rest safe said same seem self send sent shar show shy side slow some soon stay step such sure take talk team tell than that them then they this time told took turn type unit very wait walk want ward warm well went were what when whom with word work year your car con dam den ham mar mel mil mis per pre pro she val van charm charg chart clear carer alert early first other never right since still their there these thing those three under until where which while whole whose would about after again'.split(
    ' ',
  ),
)

/** "J.S.", "J. S." and "J. Smith" are people; "PT" and "OR" aren't, so letters without periods count only next to the name. */
function initialsOf(names: string[]): string[] {
  const first = names.filter((name) => /^\p{L}[\p{L}'’ -]*$/u.test(name)).map((name) => escaped(name.charAt(0).toUpperCase()))
  if (first.length < 2) return []
  return [`(?<!${LETTER})${first[0]!}\\.\\s?${first[1]!}\\.?(?!${LETTER})`]
}

/** Capitalized words one slip away from a long name: "Schmidt" for "Schmitt". */
function slipsOf(parts: string[]): (text: string) => Place[] {
  const long = parts.filter((part) => /^\p{L}{5,}$/u.test(part)).map((part) => withoutAccents(part).toLowerCase())
  return (text) =>
    placesOf(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}]{3,}(?![\p{L}\p{N}])/gu)(text).filter(({ start, end }) => {
      const word = withoutAccents(text.slice(start, end)).toLowerCase()
      return long.some((name) => name.charAt(0) === word.charAt(0) && !isOtherForm(name, word) && isOneSlip(name, word))
    })
}

/** "Marias" is the plural of Maria. */
const isOtherForm = (name: string, word: string) => word === `${name}s`

/** One letter added, missing or different, or two neighbors swapped (Damerau). */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  return Math.max(left.length, right.length) === 1 || (left.length === 2 && left === [...right].toReversed().join(''))
}

const withoutAccents = (word: string) => [...word].map(withoutAccent).join('')

function partsOf(name: string): string[] {
  const whole = name.normalize('NFC').trim()
  if (whole.includes('@')) return [whole, whole.slice(0, whole.indexOf('@'))].filter(isOwn)
  if (/^https?:|\//u.test(whole)) return [whole, whole.replace(/^https?:\/\/(?:www\.)?/u, ''), slugOf(whole)].filter(isOwn)
  return [whole, ...whole.split(/[\s.-]+/u)].filter(isTelling)
}

/** "info" from info@… may be in any text; "m.lopez" or "lopez82" identifies someone. */
function isOwn(part: string): boolean {
  return /[\p{N}\p{P}]/u.test(part) && isTelling(part)
}

const slugOf = (link: string) =>
  link
    .replace(/[/?#]+$/u, '')
    .split('/')
    .at(-1) ?? ''

function isTelling(part: string): boolean {
  return part.length > 1 && !PARTICLES.has(part.toLowerCase())
}

const LETTER = '[\\p{L}\\p{N}]'
/** Scripts that put no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u

function wordPattern(word: string): string {
  const letters = [...word].map((letter) => letterPattern(letter)).join('')
  const body = EVERYDAY.has(word.toLowerCase()) ? capitalPattern(word) : letters
  return UNSPACED.test(word) ? body : `(?<!${LETTER})${body}(?!${LETTER})`
}

/** Either case, with or without accents: "Jose" matches "José" and vice versa. */
function letterPattern(letter: string): string {
  if (/\s/u.test(letter)) return '\\s+'
  const bare = withoutAccent(letter)
  const forms = new Set([bare, bare.toLowerCase(), bare.toUpperCase()])
  return `(?:${[...forms].map(escaped).join('|')})\\p{M}*`
}

/** The letter under its accent; one letter stays one letter. */
export function withoutAccent(letter: string): string {
  const [bare = letter, ...marks] = letter.normalize('NFD')
  return marks.every((mark) => /\p{M}/u.test(mark)) ? bare : letter
}

function capitalPattern(word: string): string {
  const upper = word.toUpperCase()
  return `${escaped(upper.charAt(0))}(?:${escaped(word.slice(1).toLowerCase())}|${escaped(upper.slice(1))})`
}
