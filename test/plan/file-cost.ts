import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'

/** Before each test file: notes what it cost once its tests have run. A PostgreSQL server's own part isn't in it. */
const place = process.env['ROUNDS_COSTS']
if (place !== undefined) {
  const before = processorSeconds()
  afterAll(() => {
    const file = relative(process.cwd(), expect.getState().testPath!)
    appendFileSync(place, `${JSON.stringify({ file, seconds: processorSeconds() - before })}\n`)
  })
}

/** Of this process and its children that have ended. */
function processorSeconds(): number {
  if (!existsSync('/proc/self/stat')) return (process.cpuUsage().user + process.cpuUsage().system) / 1e6
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}
