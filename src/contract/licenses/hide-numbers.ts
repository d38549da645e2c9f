import { numberKey } from './licenses.ts'

const MASK = '[number]'
const YEAR = String.raw`(?:19|20)\d\d`
const MONTH = String.raw`(?:0?[1-9]|1[0-2])`
const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`
const MONTH_NAME = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`
/** What can stand between the digits of a number or a date, other than a space. */
const MARK = '[-./_\u2010-\u2015]'
const DATES = [
  `${YEAR}${MARK}${MONTH}(?:${MARK}${DAY})?`,
  `(?:${MONTH}${MARK}${DAY}|${DAY}${MARK}${MONTH})(?:${MARK}(?:${YEAR}|\\d\\d))?`,
  `${MONTH}${MARK}${YEAR}`,
  `${YEAR} ?${MARK} ?${YEAR}`,
  `(?<=${MONTH_NAME} )${DAY} ${YEAR}`,
  // As in “in 2026 12 states”.
  `${YEAR}(?= \\d{1,2}(?!\\d| ?${MARK} ?\\d| \\d))`,
]
const DATE = `(?<!\\d${MARK}?)(?:${DATES.join('|')})(?!${MARK}?\\d)`
const PHONE = String.raw`\(\d{3}\)[-. ]?\d{3}[-. ]\d{4}`
/** Digits in groups, such as 884-217 or 88 42 17, up to a date. */
const GROUPED_NUMBER = `\\d+(?:(?: ?${MARK} ?|[ \u00a0](?!${DATE}))\\d+)*`
const DATE_OR_NUMBER = new RegExp(`(?<date>${DATE})|${PHONE}|${GROUPED_NUMBER}`, 'gi')
const ONE_YEAR = new RegExp(`^${YEAR}$`)
const MIN_DIGITS = 4

/**
 * Hides these license numbers in what staff wrote about a check, however they're typed, and any other number of four or more digits: it may be
 * an earlier one. Dates, months and years are kept.
 */
export function hideNumbers(text: string, numbers: readonly (string | null)[]): string {
  const keys = numbers.map(numberKey).filter(({ length }) => length > 1)
  const patterns = keys.map((key) => new RegExp(`(?<![A-Z0-9])${[...key].join('[^A-Z0-9]*')}(?![A-Z0-9])`, 'gi'))
  const without = patterns.reduce((left, pattern) => left.replace(pattern, MASK), text)
  return without.replace(DATE_OR_NUMBER, (found, date?: string) => (date || isShort(found) ? found : MASK))
}

function isShort(found: string): boolean {
  return ONE_YEAR.test(found) || found.replace(/\D/g, '').length < MIN_DIGITS
}
