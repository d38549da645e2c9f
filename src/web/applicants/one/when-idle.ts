const SOON_MS = 200

/** Does it once the browser has painted and has nothing else to do, and soon in any case; Safari can't tell. Returns what cancels it. */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, SOON_MS)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(act, { timeout: SOON_MS })
  return () => cancelIdleCallback(asked)
}
