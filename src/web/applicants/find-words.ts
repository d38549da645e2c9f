export type Piece = { text: string; isFound: boolean }

/** Splits text into pieces, with a search's matches marked: beginnings of words, ignoring case and accents. `sought` comes from `searchWords`. */
export function piecesOf(text: string, sought: string[]): Piece[] {
  if (sought.length === 0) return [{ text, isFound: false }]
  return text
    .normalize('NFD')
    .split(new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(${sought.map(patternOf).join('|')})`, 'iu'))
    .map((piece, place) => ({ text: piece.normalize('NFC'), isFound: place % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

function patternOf(word: string): string {
  const letters = [...word].map((letter) => `${letter}\\p{M}*`).join('')
  return word.length === 1 ? `${letters}(?![\\p{L}\\p{N}])` : letters
}
