export function wordsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean)
}

/** A text in pieces, those that were searched for marked. */
export function piecesOf(text: string, words: string[]): { text: string; isFound: boolean }[] {
  if (words.length === 0) return [{ text, isFound: false }]
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'i'))
    .map((piece, place) => ({ text: piece, isFound: place % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
