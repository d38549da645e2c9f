import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import type { Fault } from './fault.ts'
import * as clientFaults from './client-faults.ts'
import * as databaseFaults from './database-faults.ts'
import * as diskFaults from './disk-faults.ts'
import { ELSEWHERE } from './elsewhere.ts'
import * as mailFaults from './mail-faults.ts'
import * as processFaults from './process-faults.ts'
import * as schemaFaults from './schema-faults.ts'
import * as serviceFaults from './service-faults.ts'
import * as twiceFaults from './twice-faults.ts'

const DOCUMENT = 'docs/operate.md'
const LONGEST_MS = 5 * 60_000
const number = ({ id }: { id: string }) => Number.parseFloat(id.slice(1).replace('b', '.2').replace('c', '.3'))
const all: Fault[] = [processFaults, databaseFaults, schemaFaults, mailFaults, diskFaults, twiceFaults, clientFaults, serviceFaults].flatMap((group) =>
  Object.values(group as Record<string, Fault>),
)
const asked = process.argv.slice(2).filter((word) => /^F\d/.test(word))
const chosen = all.filter((one) => asked.length === 0 || asked.includes(one.id)).toSorted((a, b) => number(a) - number(b))

type Line = { id: string; what: string; kind: string; verdict: string; measured: string; seconds: number }
const lines: Line[] = []
for (const one of chosen) {
  for (const kind of one.kinds) {
    const began = Date.now()
    const { verdict, measured } = await tried(one, kind)
    lines.push({ id: one.id, what: one.what, kind, verdict, measured, seconds: Math.round((Date.now() - began) / 1000) })
    console.log(`${verdict.padEnd(7)} ${one.id.padEnd(4)} ${kind.padEnd(9)} ${one.what}: ${measured} (${lines.at(-1)!.seconds} s)`)
  }
}
if (asked.length === 0 || process.argv.includes('--write')) await write(lines)
process.exit(lines.every((line) => line.verdict === 'holds') ? 0 : 1)

async function tried(one: Fault, kind: Fault['kinds'][number]): Promise<{ verdict: string; measured: string }> {
  try {
    const seen = await inTime(one.collect(kind))
    const wrong = one.judge(seen)
    if (wrong.length > 0) return { verdict: 'BROKEN', measured: wrong.slice(0, 4).join('; ') }
    const measured = one.tell(seen)
    one.spoil(seen)
    return one.judge(seen).length > 0 ? { verdict: 'holds', measured } : { verdict: 'BLIND', measured: 'the checker did not see the planted fault' }
  } catch (error) {
    return { verdict: 'FAILED', measured: error instanceof Error ? `${error.message.slice(0, 300)}` : String(error) }
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return Promise.race([work, new Promise<never>((_, reject) => setTimeout(reject, LONGEST_MS, new Error('took longer than five minutes')).unref())])
}

/** The table of the last whole run, between two marks of the operator's guide. */
async function write(rows: Line[]): Promise<void> {
  const text = await readFile(DOCUMENT, 'utf8')
  const [begin, end] = ['<!-- faults: begin -->', '<!-- faults: end -->']
  const before = text.slice(0, text.indexOf(begin) + begin.length)
  const kept = asked.length > 0 ? [...text.matchAll(/^\| (F\S+) \|.*$/gm)].filter(([, id]) => !asked.includes(id!)).map(([row, id]) => ({ id: id!, row })) : []
  const made = rows.map((line) => ({
    id: line.id,
    row: `| ${line.id} | ${line.what} | ${line.kind} | ${line.verdict} | ${line.measured.replaceAll('|', '/')} | ${line.seconds} |`,
  }))
  const others = ELSEWHERE.map(({ id, what, because }) => ({ id, row: `| ${id} | ${what} | | not here | ${because} | |` }))
  const table = [...kept.filter(({ id }) => !ELSEWHERE.some((one) => one.id === id)), ...made, ...others]
    .toSorted((a, b) => number(a) - number(b))
    .map(({ row }) => row)
  const head = [
    `Last run: ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${cpus().length} shared cores.`,
    '',
    '| | fault | database | | measured | s |',
    '|---|---|---|---|---|---|',
  ]
  await writeFile(DOCUMENT, `${before}\n${[...head, ...table].join('\n')}\n${text.slice(text.indexOf(end))}`)
}
