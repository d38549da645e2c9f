import { cpus } from 'node:os'
import { ALL } from './all.ts'
import type { Fault } from './fault.ts'
import { writeTable, type Line } from './table.ts'

const LONGEST_MS = 5 * 60_000
const requestedIds = process.argv.slice(2).filter((word) => /^F\d/.test(word))
const lines: Line[] = []
for (const one of ALL.filter(({ id }) => requestedIds.length === 0 || requestedIds.includes(id))) {
  for (const kind of one.kinds) {
    const began = Date.now()
    const { verdict, measured } = await runFault(one, kind)
    const line = { id: one.id, what: one.what, kind, verdict, measured, seconds: Math.round((Date.now() - began) / 1000) }
    lines.push(line)
    console.log(`${verdict.padEnd(8)} ${one.id.padEnd(4)} ${kind.padEnd(9)} ${one.what}: ${measured} (${line.seconds} s)`)
  }
}
if (requestedIds.length === 0 || process.argv.includes('--write')) await writeTable(lines, `${cpus().length} cores`)
process.exit(lines.every(({ verdict }) => verdict === 'holds' || verdict === 'not here') ? 0 : 1)

async function runFault(one: Fault, kind: Fault['kinds'][number]): Promise<Pick<Line, 'verdict' | 'measured'>> {
  const skipReason = one.lacks?.()
  if (skipReason) return { verdict: 'not here', measured: skipReason }
  try {
    const seen = await withTimeout(one.collect(kind), one.longestMs ?? LONGEST_MS)
    const violations = one.judge(seen)
    if (violations.length > 0) return { verdict: 'BROKEN', measured: violations.slice(0, 4).join('; ') }
    const measured = one.describe(seen)
    one.tamper(seen)
    return one.judge(seen).length > 0 ? { verdict: 'holds', measured } : { verdict: 'BLIND', measured: 'the checker did not see the planted fault' }
  } catch (error) {
    return { verdict: 'FAILED', measured: error instanceof Error ? `${error.message.slice(0, 300)}` : String(error) }
  }
}

function withTimeout<T>(work: Promise<T>, longestMs: number): Promise<T> {
  const tooLong = new Promise<never>((_, reject) => setTimeout(reject, longestMs, new Error(`took longer than ${longestMs / 1000} s`)).unref())
  return Promise.race([work, tooLong])
}
