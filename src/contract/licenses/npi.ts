/**
 * A National Provider Identifier: 10 digits, starting with 1 or 2, with a Luhn check digit computed over 80840 plus the number (CMS, NPI check
 * digit).
 */
export function isNpi(text: string): boolean {
  if (!/^[12]\d{9}$/.test(text)) return false
  const digits = [...text].map(Number).toReversed()
  const sum = digits.reduce((total, digit, place) => total + (place % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2), PREFIX_SUM)
  return sum % 10 === 0
}

/** The error for an invalid number, without the final period. */
export const NPI_TYPO = 'This NPI has a typo: check its 10 digits'

/** What the prefix 80840 adds to the sum. */
const PREFIX_SUM = 24
