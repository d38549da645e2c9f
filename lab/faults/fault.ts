import type { DatabaseKind } from '#test/setup/database.ts'

/**
 * One fault: `collect` causes it and returns what was seen, `judge` says what's wrong with that. To show that a judge can find
 * something, `tamper` plants a broken promise in what was seen, and `judge` must notice.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the list holds faults of every type
export type Fault<Seen = any> = {
  id: string
  what: string
  kinds: DatabaseKind[]
  /** What this machine is missing for it; null: nothing. */
  lacks?: () => string | null
  /** Aborted after this; five minutes by default. */
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
