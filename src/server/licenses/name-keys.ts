import { plainLetters } from '#contract/text/plain-letters.ts'

/** Normalized forms for comparing names: accents, case and punctuation are ignored, and each part of a double last name is a key, too. */
export function nameKeys(first_name: string, last_name: string): string[] {
  const letters = (text: string) =>
    plainLetters(text)
      .toUpperCase()
      .replace(/[^A-Z]/g, '')
  const first = letters(first_name.trim().split(/[\s-]+/)[0] ?? '')
  const parts = last_name.trim().split(/[\s-]+/)
  const lasts = [...new Set([letters(last_name), ...parts.map(letters)])].filter((last) => last.length > 1)
  return first === '' ? [] : lasts.map((last) => `${last} ${first}`)
}
