import type { Watch } from '#web/call.ts'

/** Roughly when people start to wonder whether anything is happening. */
const SLOW = 5_000

type Wait = { attempt: number; of: number; isSlow: boolean; stop: () => void }
const waits = new Set<Wait>()
const listeners = new Set<() => void>()

/** Tracks a call, which counts as slow after 5 seconds, including retries. */
export function beginWait(): Watch {
  const stopped = new AbortController()
  const wait: Wait = { attempt: 1, of: 1, isSlow: false, stop: () => stopped.abort() }
  const timer = setTimeout(() => {
    wait.isSlow = true
    notifyListeners()
  }, SLOW)
  waits.add(wait)
  return {
    signal: stopped.signal,
    onTry: (attempt, of) => {
      Object.assign(wait, { attempt, of })
      if (wait.isSlow) notifyListeners()
    },
    end: () => {
      clearTimeout(timer)
      waits.delete(wait)
      if (wait.isSlow) notifyListeners()
    },
  }
}

/** The message about the slowest call; empty if none is slow. */
export function slowestWait(): string {
  const slow = [...waits].filter((wait) => wait.isSlow).toSorted((a, b) => b.attempt - a.attempt)[0]
  if (!slow) return ''
  return slow.of === 1 ? 'Still trying' : `Still trying (attempt ${slow.attempt} of ${slow.of})`
}

/** Cancels every slow call. */
export function stopWaiting(): void {
  for (const wait of waits) if (wait.isSlow) wait.stop()
}

export function onWaits(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
