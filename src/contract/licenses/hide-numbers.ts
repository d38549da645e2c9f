import { numberKey } from './licenses.ts'

const MASK = '[number]'
/** Four or more digits that aren't a year. */
const LONG_NUMBER = /(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{4,}/g

/** Digits in groups, such as 884-217. */
const GROUPED_NUMBER = /\d+(?:[-.]\d+)+|\d{3,}(?: \d{3,})+/g
const DAY_OR_YEARS = /^(?:(?:19|20)\d\d[-.]\d{1,2}[-.]\d{1,2}|\d{1,2}[-.]\d{1,2}[-.](?:19|20)\d\d|(?:19|20)\d\d-(?:19|20)\d\d)$/

/** Hides these license numbers in what staff wrote about a check, however they're typed, and any other long number: it may be an earlier one. */
export function hideNumbers(text: string, numbers: readonly (string | null)[]): string {
  const keys = numbers.map(numberKey).filter(({ length }) => length > 1)
  const patterns = keys.map((key) => new RegExp(`(?<![A-Z0-9])${[...key].join('[^A-Z0-9]*')}(?![A-Z0-9])`, 'gi'))
  const without = patterns.reduce((left, pattern) => left.replace(pattern, MASK), text)
  return without.replace(GROUPED_NUMBER, hideGroups).replace(LONG_NUMBER, MASK)
}

function hideGroups(found: string): string {
  return DAY_OR_YEARS.test(found) || found.replace(/\D/g, '').length < 4 ? found : MASK
}
