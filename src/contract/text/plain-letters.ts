/** Letters without an accent to strip, with their usual spelling in plain letters. */
export const SPELLED_OUT: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  ŋ: 'n',
  ĸ: 'k',
  ı: 'i',
}

const UNUSUAL = new RegExp(`[${Object.keys(SPELLED_OUT).join('')}]`, 'gu')

/** Returns every Latin letter whose plain spelling is `letter`, and that letter itself. */
export function spellingsFor(letter: string): string {
  return SPELLINGS[letter] ?? letter
}

const LATIN = Array.from({ length: 0x250 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at)).filter((one) => one === one.toLowerCase())
const SPELLINGS: Record<string, string> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [letter, letter + LATIN.filter((one) => plainLetters(one)[0] === letter).join('')]),
)

/** Normalizes names and other text for comparison, whether stored or typed: lowercase, without accents, with letters spelled as in English. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(UNUSUAL, (letter) => SPELLED_OUT[letter]!)
}
