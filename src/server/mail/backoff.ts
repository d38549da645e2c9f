const FIRST_SECONDS = 2
const LONGEST_SECONDS = 300

/** Returns the seconds until the next attempt after `tries`: random within a growing range, so emails that failed together spread out. */
export function secondsUntilNextTry(tries: number, chance = Math.random()): number {
  const span = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** Math.min(tries - 1, 20))
  return 1 + chance * span
}
