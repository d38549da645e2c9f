/**
 * The canonical JSON of RFC 8785: fields sorted by their UTF-16 code units, no white space. For values that JSON can hold. JavaScript already
 * writes numbers and strings as that standard does; only the order has to be made, and objects can't be sorted in place: they put keys that
 * look like numbers first.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, one]) => one !== undefined)
  fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`
}
