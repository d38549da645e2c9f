import { SPELLED_OUT } from '#contract/text/plain-letters.ts'

// Most text has none of these letters, and a fast path matters because this runs for every application in a list.
const FOREIGN_LETTER = /[\u00aa-\u1fff\u200b-\u200f\u2018\u2019\u202a-\u202e\u2060-\u206f\u2c00-\uffff]/
// oxlint-disable-next-line no-control-regex -- the first 128 characters
const FOREIGN = /[\ud800-\udbff][\udc00-\udfff]|[^\x00-\x7f]/g
const WRITTEN: Record<string, string> = { ...SPELLED_OUT, ς: 'σ', '‘': "'", '’': "'" }
/** Letters of other scripts that look like Latin ones, by case, because a capital may resemble a different letter than its lowercase form. */
const CONFUSABLES: Record<string, string> = pairs(
  'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwѵvӏlАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅS',
  'αaοoρpνvιiκkυuεeΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX',
  'ɑaɡgɩiʟlꜱsᴀaᴇeᴏo',
)
const known = new Map<string, string>()

/** Removes case, accents and invisible characters, and normalizes letters. */
export function fold(text: string): string {
  return isPlain(text) ? text.toLowerCase() : text.replace(FOREIGN, foldedLetter).toLowerCase()
}

/** Returns the folded text, and the original position of each of its characters; a null `offsets` means the positions are the same. */
export function foldWithOffsets(text: string): { folded: string; offsets: number[] | null } {
  if (isPlain(text)) return { folded: text.toLowerCase(), offsets: null }
  let folded = ''
  const offsets: number[] = []
  let at = 0
  for (const character of text) {
    const piece = character < '\u0080' ? character.toLowerCase() : foldedLetter(character)
    for (let place = 0; place < piece.length; place++) offsets.push(at)
    folded += piece
    at += character.length
  }
  return { folded, offsets }
}

function isPlain(text: string): boolean {
  return Buffer.byteLength(text) === text.length || !FOREIGN_LETTER.test(text)
}

function pairs(...scripts: string[]): Record<string, string> {
  const letters = [...scripts.join('')]
  return Object.fromEntries(letters.flatMap((letter, index) => (index % 2 === 0 ? [[letter, letters[index + 1]!]] : [])))
}

function foldedLetter(letter: string): string {
  const cachedFold = known.get(letter)
  if (cachedFold !== undefined) return cachedFold
  const bare = letter.normalize('NFKD').replace(/[\p{M}\p{Cf}\u115f\u1160\u3164\uffa0]/gu, '')
  const plain = (CONFUSABLES[bare] ?? bare).toLowerCase()
  const folded = WRITTEN[plain] ?? plain
  known.set(letter, folded)
  return folded
}

/** Returns the letter without its accent; one letter stays one letter. */
export function withoutAccent(letter: string): string {
  const [bare = letter, ...marks] = letter.normalize('NFD')
  return marks.every((mark) => /\p{M}/u.test(mark)) ? bare : letter
}
