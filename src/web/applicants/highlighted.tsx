import { Fragment, type ReactNode } from 'react'
import { searchWords } from '#contract/text/search-words.ts'
import classes from './marked.module.css'
import { SPELLED_OUT } from '#contract/text/plain-letters.ts'

/** Text with the search terms highlighted. */
export function Highlighted({ text, search }: { text: string; search: string }): ReactNode {
  if (search === '') return text
  return splitMatches(text, searchWords(search)).map((piece, place) =>
    // oxlint-disable-next-line react/no-array-index-key -- pieces have no other key
    piece.isFound ? (
      <mark key={place} className={classes['found']}>
        {piece.text}
      </mark>
    ) : (
      <Fragment key={place}>{piece.text}</Fragment>
    ),
  )
}

type TextSegment = { text: string; isFound: boolean }

/** Splits text at a search's matches, which are beginnings of words, ignoring case and accents. `sought` comes from `searchWords`. */
export function splitMatches(text: string, sought: string[]): TextSegment[] {
  if (sought.length === 0) return [{ text, isFound: false }]
  return text
    .normalize('NFD')
    .split(new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(${sought.map(wordPattern).join('|')})`, 'iu'))
    .map((piece, place) => ({ text: piece.normalize('NFC'), isFound: place % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

/** Matches every spelling of these plain letters: "oe" also matches œ, and each letter matches its accented forms. */
function spellingPattern(plain: string): string {
  const whole = Object.keys(SPELLED_OUT).filter((letter) => SPELLED_OUT[letter] === plain)
  const each = [...plain].map((letter) => {
    const others = plain.length === 1 ? whole : Object.keys(SPELLED_OUT).filter((one) => SPELLED_OUT[one] === letter)
    return `[${letter}${others.join('')}]\\p{M}*`
  })
  return plain.length > 1 ? `(?:${each.join('')}|[${whole.join('')}]\\p{M}*)` : each.join('')
}

function wordPattern(word: string): string {
  const letters = word.replace(/ss|ae|oe|th|./gu, (piece) => spellingPattern(piece))
  return word.length === 1 ? `${letters}(?![\\p{L}\\p{N}])` : letters
}
