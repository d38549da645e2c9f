import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const AFTER_MS = 1_000

/** Startup needs 45 MB that V8 would keep while idle. After the first responses, one garbage collection that returns memory takes 60 ms. */
export function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  setTimeout(() => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }), AFTER_MS).unref()
}
