import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'

/** Loaded before each test file. Records the file's cost after its tests have run, not counting the PostgreSQL server. */
const costs = process.env['ROUNDS_COSTS']
if (costs !== undefined) {
  const before = processorSeconds()
  afterAll(() => {
    const file = relative(process.cwd(), expect.getState().testPath!)
    appendFileSync(costs, `${JSON.stringify({ file, seconds: processorSeconds() - before })}\n`)
  })
}

/** Returns the processor time of this process and its exited children. */
function processorSeconds(): number {
  if (!existsSync('/proc/self/stat')) return (process.cpuUsage().user + process.cpuUsage().system) / 1e6
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}
