export type Breaker = {
  /** The breaker opens after this many failures in a row. */
  failures: number
  restMs: number
  /** A monotonic clock in milliseconds. */
  now?: () => number
  /** Which errors count as failures; defaults to all. */
  counts?: (error: unknown) => boolean
  /** The error for a rejected call; defaults to the last error. */
  resting?: () => Error
}

/**
 * Protects a service that's down, and the people who'd be waiting for it: while open, calls fail immediately; after a pause, one call tries again.
 * Each process has its own breaker.
 */
export function withBreaker<Input extends unknown[], Result>(
  call: (...input: Input) => Promise<Result>,
  { failures, restMs, now = () => performance.now(), counts = () => true, resting }: Breaker,
): (...input: Input) => Promise<Result> {
  let inARow = 0
  let restUntil = 0
  let isTrying = false
  let lastError: unknown
  return async (...input) => {
    if (inARow >= failures && (isTrying || now() < restUntil)) throw resting ? resting() : lastError
    isTrying = inARow >= failures
    try {
      const result = await call(...input)
      inARow = 0
      return result
    } catch (error) {
      inARow = counts(error) ? inARow + 1 : 0
      restUntil = now() + restMs
      lastError = error
      throw error
    } finally {
      isTrying = false
    }
  }
}
