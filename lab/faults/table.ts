import { readFile, writeFile } from 'node:fs/promises'
import { ALL, placeOf } from './all.ts'

const DOCUMENT = 'docs/operate.md'
const [BEGIN, END] = ['<!-- faults: begin -->', '<!-- faults: end -->']
const HEAD = ['| | fault | database | | measured | s |', '|---|---|---|---|---|---|']

export type Line = { id: string; what: string; kind: string; verdict: string; measured: string; seconds: number }

/** Writes the results between two markers in the operator's guide, replacing those faults' earlier results. */
export async function writeTable(lines: Line[], where: string): Promise<void> {
  const text = await readFile(DOCUMENT, 'utf8')
  const [begin, end] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)]
  const isKept = (id: string) => ALL.some((one) => one.id === id) && !lines.some((line) => line.id === id)
  const earlier = [...text.slice(begin, end).matchAll(/^\| (F\S+) \|.*$/gm)].map(([row, id]) => ({ id: id!, row })).filter(({ id }) => isKept(id))
  const rows = [...earlier, ...lines.map((line) => ({ id: line.id, row: rowOf(line) }))].toSorted((a, b) => placeOf(a.id) - placeOf(b.id))
  const when = `Last run: ${new Date().toISOString().slice(0, 10)}, ${where}.`
  await writeFile(DOCUMENT, `${text.slice(0, begin)}\n\n${[when, '', ...HEAD, ...rows.map(({ row }) => row)].join('\n')}\n\n${text.slice(end)}`)
}

function rowOf({ id, what, kind, verdict, measured, seconds }: Line): string {
  return `| ${id} | ${what} | ${kind} | ${verdict} | ${measured.replaceAll('|', '/')} | ${seconds} |`
}
