/** No word of a text is longer; what goes beyond isn't looked for. */
const LONGEST = 64

/** A text's words as a search compares them: letters and digits alone, without case and accents. */
export function searchWords(text: string): string[] {
  return (folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, LONGEST))
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
