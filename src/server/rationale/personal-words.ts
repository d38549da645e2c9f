import { escaped } from './find-quote.ts'

export type Replacement = { pattern: RegExp; token: string }

/** Names that are also everyday words: masked only when written with a capital. */
const EVERYDAY = new Set(
  'amber angel april art august autumn baker banks bell best bill bishop black bloom booker brook brown butler carol carter chance chase christian church clay cook cross daisy dawn dean drew duke earl ester faith fields fisher flora ford forest foster frank gene glen good grace grant gray green hall harmony hazel heather hill holly home hope hunt hunter iris ivy jack jade jean jewel joy june kay king knight lane law lee lily long love major mark may mason melody mercy miles mill moody nick noble olive page park parker pat patience pearl penny pierce pope porter price prince rain ray reed rich ring rob robin rose ruby rush rusty sage sandy serenity shaw sky small snow spring star stone storm strong sue summer swift taylor temple trinity turner victor violet wade walker ward way wells west white will willow winter wise wood woods worth young'.split(
    ' ',
  ),
)

/** Parts of names that say nothing alone and stand in ordinary text. */
const PARTICLES = new Set('al bin da das de del della den der di dos du el la las le los mac van von und y'.split(' '))

/** Longest first, so that a whole name goes before its parts. `token` is what a reader of the masked text sees. */
export function nameReplacement(names: string[], token: string): Replacement | null {
  const words = [...new Set(names.flatMap(partsOf))].toSorted((a, b) => b.length - a.length)
  if (words.length === 0) return null
  const one = `(?:${words.map(wordPattern).join('|')})`
  const title = '(?:\\b(?:[Mm]rs?|[Mm]s|[Mm]iss|[Mm]x|[Dd]r)\\.?\\s+)?'
  return { pattern: new RegExp(`${title}${one}(?:[\\s.,-]{1,2}${one})*`, 'gu'), token }
}

function partsOf(name: string): string[] {
  const whole = name.normalize('NFC').trim()
  if (whole.includes('@')) return [whole, whole.slice(0, whole.indexOf('@'))].filter(isOwn)
  if (/^https?:|\//u.test(whole)) return [whole, whole.replace(/^https?:\/\/(?:www\.)?/u, ''), slugOf(whole)].filter(isOwn)
  return [whole, ...whole.split(/[\s.-]+/u)].filter(isTelling)
}

/** "info" of info@… stands in any text; "m.lopez" or "lopez82" belongs to somebody. */
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
/** Scripts that set no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u

function wordPattern(word: string): string {
  const letters = [...word].map((letter) => letterPattern(letter)).join('')
  const body = EVERYDAY.has(word.toLowerCase()) ? capitalPattern(word) : letters
  return UNSPACED.test(word) ? body : `(?<!${LETTER})${body}(?!${LETTER})`
}

/** Either case, with or without accents: "Jose" stands for "José" and the other way round. */
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

/** What else would tell who the candidate is: contact data, gendered words, protected characteristics. */
export const GENERAL: Replacement[] = [
  { pattern: /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu, token: '[e-mail]' },
  { pattern: /(?:https?:\/\/|www\.)[^\s<>"')\]]+|\blinkedin\.com\/[^\s<>"')\]]+/giu, token: '[link]' },
  { pattern: /(?<![\p{L}\p{N}])\+?\d(?:[\s().-]{0,2}\d){8,14}(?!\d)/gu, token: '[phone]' },
  { pattern: /\b(?:he|she)\b/giu, token: 'they' },
  { pattern: /\b(?:him|his|her|hers)\b/giu, token: 'their' },
  { pattern: /\b(?:himself|herself)\b/giu, token: 'themself' },
  { pattern: /\b(?:man|woman|gentleman|lady|guy|girl)\b/giu, token: 'person' },
  {
    pattern:
      /\b(?:\d{2}[\s-]+years?[\s-]+old|aged \d{2}|age of \d{2}|in (?:his|her|their) (?:early |mid |late )?(?:twenties|thirties|forties|fifties|sixties)|pregnan(?:t|cy)|maternity|married|divorced|widow(?:ed|er)?|gay|lesbian|bisexual|transgender|queer|muslim|islamic|christian|catholic|protestant|jewish|hindu|buddhist|sikh|mormon|atheist|african[\s-]american|hispanic|latin[oax]|caucasian|disabled|disability|wheelchair|autis(?:m|tic)|adhd|hijab|headscarf|turban|kippah)\b/giu,
    token: '[personal trait]',
  },
]
