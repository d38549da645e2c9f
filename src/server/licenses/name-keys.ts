import { plainLetters } from '#contract/text/plain-letters.ts'

/** Parts of last names that thousands of families share, so they don't suggest the same person. Not LE or DO, which are last names of their own. */
const PARTICLES = new Set(
  'AB ABU AF AL AP AV BIN BINT D DA DAL DAS DE DEL DELA DELLA DEN DER DES DI DOS DU EL FITZ IBN LA LAS LOS MAC MC SAN SANTA ST STE TEN TER VAN VANDEN VANDER VON ZU ZUM ZUR'.split(
    ' ',
  ),
)
const SUFFIXES = new Set('JR SR II III IV ND RD ESQ MD RN LPN DDS PHD'.split(' '))

/**
 * Normalized forms for comparing names: accents, case and punctuation are ignored. The whole last name is a key, with and without suffixes such as Jr.,
 * and so is each part of a double one, except a particle before another part (De León and De la Cruz share only that).
 */
export function nameKeys(first_name: string, last_name: string): string[] {
  const first = lettersOf(first_name.trim().split(/[\s-]+/)[0] ?? '')
  const parts = last_name.split(/[\s,-]+/).map(lettersOf)
  const words = parts.filter((part) => part !== '')
  const names = words.filter((word, at) => at === 0 || !SUFFIXES.has(word))
  const lasts = [words.join(''), names.join(''), ...names.filter((name, at) => at === names.length - 1 || !PARTICLES.has(name))]
  return first === '' ? [] : [...new Set(lasts)].filter((last) => last.length > 1).map((last) => `${last} ${first}`)
}

function lettersOf(text: string): string {
  return plainLetters(text)
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
}
