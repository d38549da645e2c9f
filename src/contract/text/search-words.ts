/** Words are cut at this length. */
const LONGEST = 64

/** A text's words as the search compares them: only letters and digits, without case or accents. */
export function searchWords(text: string): string[] {
  return (folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, LONGEST))
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
