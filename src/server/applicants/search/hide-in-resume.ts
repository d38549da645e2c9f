import type { View } from '#server/people/view-of.ts'

/** A heading with letter-spaced text, as in "J A N E  D O E". */
const SPACED_LETTERS = /(?<![\p{L}\p{N}])\p{L}(?: \p{L}(?![\p{L}\p{N}])){3,}/gu

/**
 * The parts of a resume that may be shown while names are hidden: every line with the applicant's name, an address, a profile or a phone number is
 * removed. Resume layouts split names and addresses, so the whole line is removed, not only the recognized part.
 */
export function hideInResume(text: string, { identifiable, hide }: Pick<View, 'identifiable' | 'hide'>): string {
  if (identifiable) return text
  return text
    .split('\n')
    .filter((line) => {
      const joined = line.replace(SPACED_LETTERS, (letters) => letters.replaceAll(' ', ''))
      return hide(line) === line && hide(joined) === joined
    })
    .join('\n')
}
