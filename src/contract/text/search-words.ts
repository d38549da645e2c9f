import { plainLetters } from './plain-letters.ts'

/** Words are truncated to this length. */
const MAX_WORDS = 64

/** Returns the words of a string as compared in searches: letters and digits only, without case or accents. */
export function searchWords(text: string): string[] {
  return (plainLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, MAX_WORDS))
}
