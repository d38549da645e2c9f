/** A cell that starts with one of these may be run as a formula (CWE-1236). */
const FORMULA = ['=', '+', '-', '@', '\t', '\r', '\0']

/** The only place that writes a CSV cell (RFC 4180). Don't change its text afterward, or quotes inside it could start a new cell. */
export function cellOf(text: string): string {
  const safe = FORMULA.includes(text[0] ?? '') ? `'${text}` : text
  return safe.includes('"') ? `"${safe.replaceAll('"', '""')}"` : `"${safe}"`
}
