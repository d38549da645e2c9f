import type { DatabaseKind } from '#test/setup/database.ts'

/**
 * One fault: `collect` does it to the product and brings back what was seen, `judge` says what is wrong with that. So that a checker
 * that finds nothing is known to be able to find something, `spoil` plants a broken promise in what was seen, and `judge` must see it.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a list of faults holds them whatever each has seen
export type Fault<Seen = any> = {
  id: string
  what: string
  kinds: DatabaseKind[]
  /** What this machine lacks for it, in words; null: nothing. */
  lacks?: () => string | null
  /** It is given up after this; five minutes where nothing is said. */
  longestMs?: number
  collect: (kind: DatabaseKind) => Promise<Seen>
  judge: (seen: Seen) => string[]
  spoil: (seen: Seen) => void
  tell: (seen: Seen) => string
}

export const fault = <Seen>(one: Fault<Seen>): Fault => one

export const percentile = (numbers: number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0
export const round = (ms: number) => (ms < 10 ? ms.toFixed(1) : String(Math.round(ms)))
