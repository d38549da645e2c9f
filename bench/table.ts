export type Table = { title: string; columns: string[]; rows: string[][]; notes: string[] }

export function asMarkdown({ title, columns, rows, notes }: Table): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [`## ${title}`, '', line(columns), line(columns.map(() => '---')), ...rows.map(line), '', ...notes.map((note) => `${note}\n`)].join('\n')
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
