/** A cell that begins with one of these may be run as a formula (CWE-1236). */
const FORMULA = ['=', '+', '-', '@', '\t', '\r', '\0']

/**
 * The one place that writes a cell of a CSV (RFC 4180): nothing may change its text afterward, or quotes inside of it could open a
 * cell of their own.
 */
export function cellOf(text: string): string {
  const safe = FORMULA.includes(text[0] ?? '') ? `'${text}` : text
  return safe.includes('"') ? `"${safe.replaceAll('"', '""')}"` : `"${safe}"`
}
