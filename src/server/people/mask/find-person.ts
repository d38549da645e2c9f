import type { Identity } from '#contract/applications/person-keys.ts'
import { profileSlug } from '#contract/applications/person-keys.ts'
import type { TextRange } from './disguise.ts'
import { fold, foldWithOffsets, withoutAccent } from './fold.ts'
import { lazily } from './lazily.ts'
import { nicknamesOf, ORDINARY, shortForms } from './nicknames.ts'

/**
 * What's known about a person. `also` is everything else they provided that reveals their identity (former names, nicknames, other addresses), one
 * per line.
 */
export type KnownIdentity = Identity & { also?: string | null }

/** `isWord` matches only a whole word or its plural. `isCapital` matches only when capitalized. */
type Term = { folded: string; isWord: boolean; isCapital: boolean }

/** Finds a person in text. `mayBeIn` also accepts the text as JSON and returns false only if the person certainly isn't in it. */
export type PersonFinder = { mayBeIn: (text: string) => boolean; find: (text: string) => TextRange[] }

/** Names that are also everyday words; in lowercase, they're treated as the word. */
export const EVERYDAY = new Set(
  'am amber an angel april art as at august autumn baker banks be bell best bill bishop black bloom booker brook brown butler by can carol carter chance chase christian church clay cook cross daisy dawn deal dean dear did do drew duke earl ester faith fields fisher flora for ford forest foster frank gene glen go good grace grant gray green had hall harmony has hazel he heather her hill him his holly home hope hunt hunter if in iris is it ivy jack jade jean jewel join joy june kay king knight lane law lee lily long love major man mark mason may me melody mercy miles mill moody more my nick no noble of olive on or our out page park parker pat patience pearl penny pierce pope porter price prince rain ray reed rich ring rob robin rose ruby rush rusty sage sandy see serenity shaw sky small snow so spring star stone storm strong sue summer sun swift taylor temple the to trinity turner us van victor violet wade walker ward was way we wells west white will willow winter wise with wood woods worth you young'.split(
    ' ',
  ),
)

/** Parts of names that mean nothing on their own and occur in ordinary text. */
const PARTICLES = new Set('al bin da das de del della den der di dos du el la las le los mac van von und y'.split(' '))

/** Mailbox names that don't identify anyone. */
const SHARED_MAILBOXES = new Set('mail email info contact hello office admin nurse jobs work care health home team staff support sales help'.split(' '))

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const LETTER = /\p{L}/u
const NO_LETTERS = /[^\p{L}\p{N}]+/u
const PLAIN_WORD = /^[a-z0-9]+$/
const CAPITALIZED = /\p{Lu}[\p{L}\p{M}\u200b-\u200f\u2060\u00ad]{2,}/gu

/**
 * Finds someone's name, regardless of case, accents, look-alikes from other scripts and invisible characters: as a word, its plural, or joined as in
 * user names, but never as part of another word; nicknames, short forms and misspellings when capitalized; initials; and their own addresses and
 * profiles. Adjacent first and last names, with title or initials, are a single range.
 */
export function personFinder(known: KnownIdentity): PersonFinder {
  const names = namesOf(known)
  const words = termsOf(known, names).map((term) => term.folded)
  const isPlain = !words.some((word) => /["\\]/.test(word))
  const signs = shortestOf(words)
  // Built only for the few texts that need them, because lists keep thousands of finders.
  const terms = lazily(() => termsOf(known, names))
  const isShortForm = lazily(() => shortForms(names))
  const isTypo = lazily(() => typosOf(names))
  const firstLetters = [...new Set(names.flatMap((name) => [name, ...nicknamesOf(name)].map((one) => one[0])))].join('')
  const isWeak = (word: string) => firstLetters.includes(word[0]!) && (isShortForm()(word) || isTypo()(word))
  const initials = lazily(() => initialsOf(known))
  const mayBeIn = (text: string) => {
    if (!isPlain) return true
    const folded = fold(text)
    return signs.some((sign) => folded.includes(sign)) || hasWeak(text, isWeak) || (HAS_INITIALS.test(text) && (initials()?.test(text) ?? false))
  }
  const find = (text: string) => (mayBeIn(text) ? rangesIn(text, { terms: terms(), isWeak, initials: initials() }) : [])
  return { mayBeIn, find }
}

/** Initials, as in "J. D." or "J.D."; few texts contain any, and a pattern for each person costs time and memory. */
const HAS_INITIALS = /[\p{Lu}\p{Lt}\p{Lo}]\.\s?[\p{Lu}\p{Lt}\p{Lo}]/u

/** Drops terms that contain another term: text without the shorter one can't contain the longer one. */
function shortestOf(signs: string[]): string[] {
  const shortest: string[] = []
  for (const sign of signs.toSorted((a, b) => a.length - b.length)) if (!shortest.some((shorter) => sign.includes(shorter))) shortest.push(sign)
  return shortest
}

/** Sentences in which people mention another name they go by, as matched by PostgreSQL. */
export const CALLED_IN_SQL = String.raw`\m(call me|go(es)? by|also known as|née|nee|maiden name|a\.?k\.?a)\M`
const CALLED =
  /\b(?:[Cc]all me|[Gg]o(?:es)? by|[Aa]lso known as|[Nn]ée|[Nn]ee|[Mm]aiden name(?: is| was)?|[Aa]\.?[Kk]\.?[Aa]\.?)[,:]?\s+["“'‘]?((?:\p{Lu}[\p{Ll}\p{M}’'-]{2,}(?:\s|\b)){1,3})/gu
/** Plain searches are many times faster than a single pattern, and most text has none of these. */
const MAY_BE_CALLED = ['all me ', 'o by ', 'oes by ', 'lso known as ', 'née ', 'nee ', 'Née ', 'aiden name', 'aka ', 'AKA ', 'k.a.', 'K.A.']
/** Longer lines aren't names. */
const MAX_NAME_WORDS = 6

/** Returns the other names a person says they go by, one per line; null if there are none. */
export function calledIn(text: string): string | null {
  if (!MAY_BE_CALLED.some((words) => text.includes(words))) return null
  const called = Array.from(text.matchAll(CALLED), ([, name]) => name!.trim())
  return called.length === 0 ? null : called.join('\n')
}

function namesInLine(line: string): string[] {
  const called = calledIn(line)
  if (called !== null) return called.split('\n')
  return /[@/]|\p{Nd}{3}/u.test(line) || line.split(/\s+/u).length > MAX_NAME_WORDS ? [] : [line]
}

/** Returns every part of every name, folded. */
function namesOf({ first_name, last_name, also }: KnownIdentity): string[] {
  const others = (also ?? '').split('\n').flatMap(namesInLine)
  const parts = [first_name, last_name, ...others].flatMap((name) => wordsOf(fold(name ?? '').trim()))
  return [...new Set(parts)].filter((part) => (part.length > 1 || UNSPACED.test(part)) && !PARTICLES.has(part))
}

function wordsOf(name: string): string[] {
  return PLAIN_WORD.test(name) ? [name] : name.split(NO_LETTERS)
}

function termsOf({ first_name, last_name, email, linkedin_profile_url, also }: KnownIdentity, names: string[]): Term[] {
  const [first, last] = [fold(first_name ?? '').trim(), fold(last_name ?? '').trim()]
  const lines = (also ?? '').split('\n')
  const whole = [first, last, ...lines.flatMap(namesInLine).map((line) => fold(line).trim())]
  const tight = whole.map((name) => wordsOf(name).join(''))
  const addresses = [email, ...lines.filter((line) => line.includes('@'))].map((one) => fold(one ?? '').trim()).filter((one) => one.includes('@'))
  const profiles = [linkedin_profile_url, ...lines.filter((line) => !line.includes('@') && line.includes('/'))]
  const slugs = profiles.map((profile) => fold(profileSlug(profile)))
  const joined = [joinedOf(tight[0]!, tight[1]!), ...lines.flatMap(namesInLine).map(joinedIn)].flat()
  const locals = addresses.map((address) => address.split('@')[0]!).filter((one) => !SHARED_MAILBOXES.has(one))
  const isFull = (one: string) => one.length > 1 || UNSPACED.test(one)
  // Multi-word names are kept whole, because particles mean nothing on their own: "van der Berg".
  const words = [...names, ...tight, ...whole.filter((name) => /[ ']/.test(name))].filter(isFull)
  const terms: Term[] = [
    ...words.map((folded) => ({ folded, isWord: !UNSPACED.test(folded), isCapital: EVERYDAY.has(folded) })),
    ...joined.filter((one) => one.length > 5 || UNSPACED.test(one)).map(anywhere),
    ...addresses.map(anywhere),
    ...[...locals, ...slugs].filter((one) => one.length > 3).map((folded) => ({ folded, isWord: true, isCapital: false })),
  ]
  return [...new Map(terms.map((term) => [term.folded, term])).values()]
}

/** Returns how a first and a last name are written together, as in user names. */
function joinedOf(first: string, last: string): string[] {
  return first && last ? [first + last, last + first, first[0]! + last, `${first}.${last}`] : []
}

function joinedIn(name: string): string[] {
  const [first = '', ...rest] = wordsOf(fold(name).trim())
  return joinedOf(first, rest.join(''))
}

function anywhere(folded: string): Term {
  return { folded, isWord: false, isCapital: false }
}

/** Matches words one typo away from a name: "Schmidt" for "Schmitt", "Jonh" for "John"; two typos for a long one. */
function typosOf(names: string[]): (folded: string) => boolean {
  const written = names.filter((name) => /^\p{L}{4,}$/u.test(name))
  return (folded) =>
    written.some(
      (name) =>
        name.charCodeAt(0) === folded.charCodeAt(0) &&
        folded.length > 3 &&
        folded !== `${name}s` &&
        !ORDINARY.has(folded) &&
        isTypo(name, folded, name.length < 5 ? 'swap' : name.length < 8 ? 1 : 2),
    )
}

/** Returns whether at most this many letters were added, removed or changed, or neighbors swapped (Damerau, optimal string alignment). */
function isTypo(a: string, b: string, most: 'swap' | 1 | 2): boolean {
  if (Math.abs(a.length - b.length) > 2 || a === b) return false
  if (most === 'swap') return a.length === b.length && [...a].toSorted().join('') === [...b].toSorted().join('') && distance(a, b) === 1
  return distance(a, b) <= most
}

function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + Number(a[i - 1] !== b[j - 1]), isSwap ? before[j - 2]! + 1 : Infinity)
    }
    before = last
    last = row
  }
  return last[b.length]!
}

function hasWeak(text: string, isWeak: (folded: string) => boolean): boolean {
  CAPITALIZED.lastIndex = 0
  for (let found = CAPITALIZED.exec(text); found; found = CAPITALIZED.exec(text)) {
    if (isWeak(fold(found[0]))) break
  }
  const isFound = CAPITALIZED.lastIndex > 0
  CAPITALIZED.lastIndex = 0
  return isFound
}

/** "van der Berg" has three words. */
const MAX_LAST_NAMES = 3

/** "J.S." and "J. S." are people; "PT" and "OR" aren't. */
function initialsOf({ first_name, last_name, also }: KnownIdentity): RegExp | null {
  const full = [`${first_name ?? ''} ${last_name ?? ''}`, ...(also ?? '').split('\n').flatMap(namesInLine)]
  const written = full.flatMap((name) => {
    const [first, ...rest] = name.match(/(?<![\p{L}\p{M}'’-])\p{L}/gu) ?? []
    return rest.length > MAX_LAST_NAMES ? [] : rest.map((last) => `${initialOf(first!)}\\.\\s?${initialOf(last)}`)
  })
  return written.length > 0 ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...new Set(written)].join('|')})\\.?(?![\\p{L}\\p{N}])`, 'u') : null
}

/** With and without its accent, because people leave it out. */
function initialOf(letter: string): string {
  const [capital, bare] = [letter, withoutAccent(letter)].map((one) => one.toUpperCase())
  return capital === bare ? capital! : `(?:${capital}|${bare})`
}

type NamePatterns = { terms: Term[]; isWeak: (folded: string) => boolean; initials: RegExp | null }

function rangesIn(text: string, { terms, isWeak, initials }: NamePatterns): TextRange[] {
  const { folded, offsets } = foldWithOffsets(text)
  const at = (place: number) => (offsets ? (offsets[place] ?? text.length) : place)
  const strong = terms.flatMap((term) =>
    occurrencesOf(folded, term)
      .map(({ start, end }) => ({ start: at(start), end: at(end) }))
      .filter(({ start }) => !term.isCapital || text[start] !== text[start]!.toLowerCase()),
  )
  const weak = Array.from(text.matchAll(CAPITALIZED), ({ 0: word, index }) => ({ start: index, end: index + word.length, word }))
    .filter(({ start, word }) => !LETTER.test(characterBefore(text, start)) && !/^\p{Lu}{3}$/u.test(word) && isWeak(fold(word)))
    .map(({ start, end }) => ({ start, end }))
  const initialMatches = initials
    ? [...text.matchAll(new RegExp(initials, 'gu'))].map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
    : []
  return mergeAdjacent(text, [...strong, ...weak, ...initialMatches]).map((place) => withNeighbors(text, place))
}

/** Returns where a term starts and ends in the folded text; a plural ends after its `s`. */
function occurrencesOf(folded: string, { folded: term, isWord }: Term): TextRange[] {
  const places: TextRange[] = []
  for (let start = folded.indexOf(term); start >= 0; start = folded.indexOf(term, start + 1)) {
    const end = isWord ? wordEnd(folded, start, start + term.length) : start + term.length
    if (end !== null) places.push({ start, end })
  }
  return places
}

function wordEnd(folded: string, start: number, end: number): number | null {
  if (LETTER.test(characterBefore(folded, start))) return null
  const ends = [end, ...['s', 'es'].filter((plural) => folded.startsWith(plural, end)).map((plural) => end + plural.length)]
  return ends.find((one) => !LETTER.test(characterAt(folded, one))) ?? null
}

/** Joins "Maria Lopez", "LOPEZ, Maria", "Maria J. Lopez" and "Maria-Lopez" into one range, but not across the end of a sentence. */
function mergeAdjacent(text: string, places: TextRange[]): TextRange[] {
  const mergedRanges: TextRange[] = []
  for (const place of places.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = mergedRanges.at(-1)
    const isNext =
      last && (place.start <= last.end || /^(?:[ \u00a0\t]{1,2}(?:\p{Lu}\.?[ \u00a0])?|,[ \u00a0]{0,2}|-)$/u.test(text.slice(last.end, place.start)))
    if (isNext) last.end = Math.max(last.end, place.end)
    else mergedRanges.push({ ...place })
  }
  return mergedRanges
}

const TITLE = /(?<![\p{L}\p{N}])(?:Mrs?|Ms|Miss|Mx|Dr)\.?[ \u00a0]+$/iu
const INITIAL_BEFORE = /(?<![\p{L}\p{N}.])(?:\p{Lu}\.[ \u00a0]?){1,2}$/u
const INITIAL_AFTER = /^,?[ \u00a0](?!I\b)\p{Lu}\.(?![\p{L}\p{N}])/u
/** The first half of a hyphenated name, or what's before an apostrophe. */
const JOINED_BEFORE = /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\p{M}]+-|O['’])$/u
const JOINED_AFTER = /^-\p{Lu}[\p{L}\p{M}]+/u

/** Includes anything next to the token that would give the name away: a title, an initial, the other half of a hyphenated name. */
function withNeighbors(text: string, { start, end }: TextRange): TextRange {
  const isUnspaced = UNSPACED.test(text.slice(start, end))
  if (isUnspaced) return { start, end }
  let [from, to] = [start, end]
  for (const before of [JOINED_BEFORE, INITIAL_BEFORE, TITLE]) from -= before.exec(text.slice(Math.max(0, from - 40), from))?.[0].length ?? 0
  for (const after of [JOINED_AFTER, INITIAL_AFTER]) to += after.exec(text.slice(to, to + 40))?.[0].length ?? 0
  return { start: from, end: to }
}

const AT_HOST = /^\s*(?:@|\(at\)|\[at\]|\{at\}|\bat\b)\s*[\p{L}\p{N}-]{2,}(?:\s*(?:\.|\(dot\)|\[dot\]|\bdot\b)\s*\p{L}[\p{L}\p{N}]+)+/iu

/** Matches "maria.lopez at mail.example": the person's own name or mailbox, followed by a host in words. */
export function addressesOf({ find }: PersonFinder): (text: string) => TextRange[] {
  return (text) => {
    return find(text).flatMap(({ start, end }) => {
      const host = AT_HOST.exec(text.slice(end, end + 120))
      const local = /[\p{L}\p{N}._%+-]*$/u.exec(text.slice(Math.max(0, start - 64), start))![0]
      return host ? [{ start: start - local.length, end: end + host[0].length }] : []
    })
  }
}

function characterAt(text: string, at: number): string {
  return at < text.length ? String.fromCodePoint(text.codePointAt(at)!) : ''
}

function characterBefore(text: string, at: number): string {
  if (at === 0) return ''
  const isPair = at > 1 && /[\uDC00-\uDFFF]/.test(text[at - 1]!)
  return isPair ? text.slice(at - 2, at) : text[at - 1]!
}
