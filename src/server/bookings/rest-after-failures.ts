const FAILURES = 3
const REST_MS = 10_000

/** After three failures in a row the call rests for 10 s and fails at once with what was last wrong; one then tries again. */
export function restAfterFailures<T>(call: () => Promise<T>, now: () => number = () => performance.now()): () => Promise<T> {
  let failures = 0
  let restUntil = 0
  let lastError: unknown

  return async () => {
    if (now() < restUntil) throw lastError
    if (failures >= FAILURES) restUntil = now() + REST_MS
    try {
      const result = await call()
      failures = 0
      restUntil = 0
      return result
    } catch (error) {
      failures += 1
      lastError = error
      if (failures >= FAILURES) restUntil = now() + REST_MS
      throw error
    }
  }
}
