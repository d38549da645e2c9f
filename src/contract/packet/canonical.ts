/**
 * Returns canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no white space. For values JSON can represent. JavaScript already formats
 * numbers and strings as the standard requires, so only the key order is left to do. Building sorted objects wouldn't work, because JavaScript puts
 * integer-like keys first.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, one]) => one !== undefined)
  fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(',')}}`
}
