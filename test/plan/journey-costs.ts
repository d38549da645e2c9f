import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Records the cost of each e2e test file: its worker, the browser and the servers it started. */
export default class JourneyCosts implements Reporter {
  readonly #before = new Map<number, number>()

  onTestEnd({ location }: TestCase, { workerIndex, duration }: TestResult): void {
    const costs = process.env['ROUNDS_COSTS']
    // A skipped test has no worker.
    if (costs === undefined || workerIndex < 0) return
    const spent = treeSeconds(costs, workerIndex)
    const seconds = spent === null ? duration / 1000 : spent - (this.#before.get(workerIndex) ?? 0)
    if (spent !== null) this.#before.set(workerIndex, spent)
    appendFileSync(costs, `${JSON.stringify({ file: relative(process.cwd(), location.file), seconds })}\n`)
  }

  printsToStdio(): boolean {
    return false
  }
}

type Process = { pid: number; parent: number; seconds: number }

/**
 * Returns the processor time of the worker, which left its process ID next to that file, and all its descendants; null if the kernel doesn't report it.
 */
function treeSeconds(costs: string, workerIndex: number): number | null {
  const all = listProcesses()
  const worker = readFileSync(`${costs}.worker-${workerIndex}`, 'utf8')
  const tree = all.filter(({ pid }) => String(pid) === worker)
  for (const one of tree) tree.push(...all.filter(({ parent }) => parent === one.pid))
  return all.length === 0 ? null : tree.reduce((sum, { seconds }) => sum + seconds, 0)
}

function listProcesses(): Process[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readProcess)
  } catch {
    return []
  }
}

function readProcess(name: string): Process[] {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    const seconds = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
    return [{ pid: Number(name), parent: Number(fields[1]), seconds }]
  } catch {
    // The process has exited.
    return []
  }
}
