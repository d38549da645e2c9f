/**
 * Returns canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no white space. For values JSON can represent. JavaScript already formats
 * numbers and strings as the standard requires, so only the key order is left. Sorted objects wouldn't work, because they put keys that look like
 * numbers first.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, one]) => one !== undefined)
  fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`
}
