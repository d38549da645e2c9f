const SOON_MS = 200

/** Runs `act` once the browser has painted and is idle, or soon in any case, as in Safari, which can't tell. Returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, SOON_MS)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(act, { timeout: SOON_MS })
  return () => cancelIdleCallback(asked)
}
