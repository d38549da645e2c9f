import { HIDDEN } from '#contract/applicants/applicants.ts'
import { linkedinKey } from '#contract/applications/person-keys.ts'
import { hideContacts, mayHoldContacts } from './contact-details.ts'

export type Identity = { first_name: string | null; last_name: string | null; email: string | null; linkedin_profile_url: string | null }

/** `isWord`: only as a whole word or its plural. `isCapital`: only when capitalized. */
type Term = { folded: string; isWord: boolean; isCapital: boolean }

/** Names that are also everyday words; in lowercase they're taken as the word. */
const EVERYDAY = new Set(
  'an am as at be by can do dear deal did for go had has he her him his if in is it join june king lee long love man may me more my no of on or our out page park see so sun the to us van was way we will with you young'.split(
    ' ',
  ),
)
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const LETTER = /\p{L}/u
const NO_LETTERS = /[^\p{L}\p{N}]+/u
const PLAIN_WORD = /^[a-z0-9]+$/
const SPELLED: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' }

/**
 * Masks an applicant's own name in what they wrote, regardless of case, accents, look-alikes from other scripts and invisible characters: as
 * a word, its plural, or joined as in user names, but never as part of another word; and every email address, LinkedIn profile, phone number
 * and street address. `isNamedIn` also takes the text's JSON: false is certain.
 */
export function hiderOf(identity: Identity): { isNamedIn: (text: string) => boolean; hide: (text: string) => string } {
  const terms = termsOf(identity)
  const isPlain = terms.every((term) => !/["\\]/.test(term.folded))
  const signs = shortestOf(terms.map((term) => term.folded))
  const isNamedIn = (text: string) => {
    if (!isPlain || mayHoldContacts(text)) return true
    const folded = fold(text)
    return signs.some((sign) => folded.includes(sign))
  }
  const hide = (text: string) => (isNamedIn(text) ? hideContacts(cover(text, terms)) : text)
  return { isNamedIn, hide }
}

/** Drops terms that contain another one: a text without the shorter can't contain the longer. */
function shortestOf(signs: string[]): string[] {
  const shortest: string[] = []
  for (const sign of signs.toSorted((a, b) => a.length - b.length)) if (!shortest.some((shorter) => sign.includes(shorter))) shortest.push(sign)
  return shortest
}

function termsOf(identity: Identity): Term[] {
  const [first, last] = [fold(identity.first_name ?? '').trim(), fold(identity.last_name ?? '').trim()]
  const [firsts, lasts] = [wordsOf(first), wordsOf(last)]
  const [tight, tightLast] = [firsts.join(''), lasts.join('')]
  const email = fold(identity.email ?? '').trim()
  const local = email.split('@')[0]!
  const slug = fold(linkedinKey(identity.linkedin_profile_url)?.split('/').at(-1) ?? '')
  const words = [...firsts, ...lasts, tight, tightLast].filter((word) => word.length > 1 || UNSPACED.test(word))
  const joined = tight && tightLast ? [tight + tightLast, tightLast + tight, tight[0]! + tightLast] : []
  const terms: Term[] = [
    ...words.map((folded) => ({ folded, isWord: !UNSPACED.test(folded), isCapital: EVERYDAY.has(folded) })),
    ...joined.filter((one) => one.length > 5 || UNSPACED.test(one)).map(anywhere),
    ...[email].filter((one) => one.includes('@')).map(anywhere),
    ...[local, slug].filter((one) => one.length > 3).map((folded) => ({ folded, isWord: true, isCapital: false })),
  ]
  return [...new Map(terms.map((term) => [term.folded, term])).values()].toSorted((a, b) => b.folded.length - a.folded.length)
}

function anywhere(folded: string): Term {
  return { folded, isWord: false, isCapital: false }
}

function wordsOf(name: string): string[] {
  return PLAIN_WORD.test(name) ? [name] : name.split(NO_LETTERS)
}

// Most texts have no letters beyond these. The fast path matters: it's taken for every application in a list.
const FOREIGN_LETTER = /[\u00aa-\u1fff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2c00-\uffff]/
// oxlint-disable-next-line no-control-regex -- the first 128 characters
const FOREIGN = /[\ud800-\udbff][\udc00-\udfff]|[^\x00-\x7f]/g
/** Letters of other scripts that look like Latin ones, by case: a capital may resemble a different letter than its lowercase form. */
const LOOKS_LIKE: Record<string, string> = pairs(
  'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwѵvӏlАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅS',
  'αaοoρpνvιiκkυuεeΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX',
  'ɑaɡgɩiʟlꜱsᴀaᴇeᴏo',
)
const known = new Map<string, string>()

/** Without case, accents and invisible characters; letters in their usual form. */
function fold(text: string): string {
  const isAscii = Buffer.byteLength(text) === text.length
  return !isAscii && FOREIGN_LETTER.test(text) ? text.replace(FOREIGN, foldedLetter).toLowerCase() : text.toLowerCase()
}

function pairs(...scripts: string[]): Record<string, string> {
  const letters = [...scripts.join('')]
  return Object.fromEntries(letters.flatMap((letter, place) => (place % 2 === 0 ? [[letter, letters[place + 1]!]] : [])))
}

function foldedLetter(letter: string): string {
  const seen = known.get(letter)
  if (seen !== undefined) return seen
  const bare = letter.normalize('NFKD').replace(/[\p{M}\p{Cf}\u115f\u1160\u3164\uffa0]/gu, '')
  const plain = (LOOKS_LIKE[bare] ?? bare).toLowerCase()
  const folded = SPELLED[plain] ?? plain
  known.set(letter, folded)
  return folded
}

function cover(text: string, terms: Term[]): string {
  const { folded, origin } = foldedWithOrigin(text)
  const covered = terms.flatMap((term) => placesOf(folded, term).map(({ at, end }) => ({ from: origin[at]!, to: origin[end] ?? text.length, term })))
  const hits = covered
    .filter(({ from, term }) => !term.isCapital || text[from] !== text[from]!.toLowerCase())
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
  let shown = ''
  let done = 0
  for (const { from, to } of hits) {
    if (to <= done) continue
    if (from >= done) shown += text.slice(done, from) + HIDDEN
    done = to
  }
  return shown + text.slice(done)
}

/** Where a term begins and ends in the folded text; a plural ends after its `s`. */
function placesOf(folded: string, { folded: term, isWord }: Term): { at: number; end: number }[] {
  const places: { at: number; end: number }[] = []
  for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + 1)) {
    const end = isWord ? wordEnd(folded, at, at + term.length) : at + term.length
    if (end !== null) places.push({ at, end })
  }
  return places
}

function wordEnd(folded: string, at: number, end: number): number | null {
  if (LETTER.test(characterBefore(folded, at))) return null
  const ends = [end, ...['s', 'es'].filter((plural) => folded.startsWith(plural, end)).map((plural) => end + plural.length)]
  return ends.find((one) => !LETTER.test(characterAt(folded, one))) ?? null
}

/** The folded text, and for each of its characters its position in the original. */
function foldedWithOrigin(text: string): { folded: string; origin: number[] } {
  let folded = ''
  const origin: number[] = []
  let at = 0
  for (const character of text) {
    const piece = fold(character)
    for (let place = 0; place < piece.length; place++) origin.push(at)
    folded += piece
    at += character.length
  }
  return { folded, origin }
}

function characterAt(text: string, at: number): string {
  return at < text.length ? String.fromCodePoint(text.codePointAt(at)!) : ''
}

function characterBefore(text: string, at: number): string {
  if (at === 0) return ''
  const isPair = at > 1 && /[\uDC00-\uDFFF]/.test(text[at - 1]!)
  return isPair ? text.slice(at - 2, at) : text[at - 1]!
}
