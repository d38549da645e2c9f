export type Breaker = {
  /** So many in a row, and the calls rest. */
  failures: number
  restMs: number
  /** A clock in milliseconds that only runs forward. */
  now?: () => number
  /** Which failures count; all of them unless it says otherwise. */
  counts?: (error: unknown) => boolean
  /** What a resting call throws; the last failure unless it says otherwise. */
  resting?: () => Error
}

/**
 * Spares a service that's away, and the people who'd wait for it: while it rests, calls fail at once; then one of them tries again.
 * Kept per process: every process learns by itself.
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
