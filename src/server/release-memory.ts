import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const AFTER_MS = 1_000

/** A start needs 45 MB that V8 would keep while little happens. One collection that also gives back memory takes 60 ms, after the first answers. */
export function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  setTimeout(() => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }), AFTER_MS).unref()
}
