/** Words are truncated to this length. */
const LONGEST = 64

/** Returns a text's words as compared by search: letters and digits only, without case or accents. */
export function searchWords(text: string): string[] {
  return (folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, LONGEST))
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
