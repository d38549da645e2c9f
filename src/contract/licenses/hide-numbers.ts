import { numberKey } from './licenses.ts'

const MASK = '[number]'
/** Four or more digits that aren't a year. */
const LONG_NUMBER = /(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{4,}/g

/** Hides these license numbers in what staff wrote about a check, however they're typed, and any other long number: it may be an earlier one. */
export function hideNumbers(text: string, numbers: readonly (string | null)[]): string {
  const keys = numbers.map(numberKey).filter(({ length }) => length > 1)
  const patterns = keys.map((key) => new RegExp(`(?<![A-Z0-9])${[...key].join('[^A-Z0-9]*')}(?![A-Z0-9])`, 'gi'))
  return patterns.reduce((left, pattern) => left.replace(pattern, MASK), text).replace(LONG_NUMBER, MASK)
}
