import type { DatabaseKind } from '#test/setup/database.ts'

/**
 * A fault: `collect` causes it and returns what was observed; `judge` returns violations, as sentences. To prove that `judge` works, `tamper` adds a
 * violation to the observations, which `judge` must detect.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the list has faults of every type
export type Fault<Seen = any> = {
  id: string
  what: string
  kinds: DatabaseKind[]
  /** Returns what still has to be installed to run it; null if nothing. */
  lacks?: () => string | null
  /** When to abort; defaults to five minutes. */
  longestMs?: number
  collect: (kind: DatabaseKind) => Promise<Seen>
  judge: (seen: Seen) => string[]
  tamper: (seen: Seen) => void
  describe: (seen: Seen) => string
}

export const fault = <Seen>(one: Fault<Seen>): Fault => one

export const percentile = (numbers: number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0
export const round = (ms: number) => (ms < 10 ? ms.toFixed(1) : String(Math.round(ms)))
