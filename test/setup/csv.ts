/** Parses RFC 4180 CSV with every cell quoted; throws for anything else. */
export function parse(text: string): string[][] {
  const CELL = /"((?:[^"]|"")*)"(,|\r\n)/y
  const rows: string[][] = [[]]
  for (let at = 0; at < text.length; at = CELL.lastIndex) {
    CELL.lastIndex = at
    const found = CELL.exec(text)
    if (!found) throw new Error(`No quoted cell at ${at}: ${text.slice(at, at + 40)}`)
    rows.at(-1)!.push(found[1]!.replaceAll('""', '"'))
    if (found[2] === '\r\n') rows.push([])
  }
  rows.pop()
  return rows
}
