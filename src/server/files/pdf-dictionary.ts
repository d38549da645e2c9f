/**
 * Returns the names at the top level of the dictionary that starts at `text[0]`, with `#xx` decoded; null if the dictionary doesn't end. Makes one
 * pass and decodes nothing else: strings, hex strings, comments and inner dictionaries are skipped.
 */
export function namesInDictionary(text: string): Set<string> | null {
  const names = new Set<string>()
  let depth = 0
  let at = 0
  while (at < text.length) {
    if (text.startsWith('<<', at) || text[at] === '[') depth += 1
    if (text.startsWith('>>', at) || text[at] === ']') depth -= 1
    if (depth === 0) return names
    if (text[at] === '/' && depth === 1) names.add(nameAt(text, at))
    at = stepOver(text, at)
  }
  return null
}

function stepOver(text: string, at: number): number {
  if (text.startsWith('<<', at) || text.startsWith('>>', at)) return at + 2
  if (text[at] === '(') return afterString(text, at)
  if (text[at] === '<') return afterNext('>', text, at)
  if (text[at] === '%') return afterLine(text, at)
  return at + 1
}

function afterNext(end: string, text: string, at: number): number {
  const found = text.indexOf(end, at)
  return found === -1 ? text.length : found + 1
}

function afterLine(text: string, start: number): number {
  let at = start
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}

function afterString(text: string, start: number): number {
  let open = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') open += 1
    else if (text[at] === ')') open -= 1
    if (open === 0) return at + 1
  }
  return text.length
}

function nameAt(text: string, at: number): string {
  let end = at + 1
  while (end < text.length && !/[\s()<>[\]{}/%\0]/.test(text[end] as string)) end += 1
  return text.slice(at + 1, end).replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}
