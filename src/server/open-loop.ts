export type Job = { start: () => void; stop: () => Promise<void> }
type Loop = {
  /** Runs one round; resolves to true if there may be more work right away. */
  work: (signal: AbortSignal) => Promise<boolean>
  everyMs: number
  /** A pause between consecutive rounds, so page requests go first. */
  breathMs: number
}

/** Checks for work every few seconds until stopped; the current round finishes first. `work` handles its own errors. */
export function openLoop({ work, everyMs, breathMs }: Loop): Job {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<unknown> = Promise.resolve()
  const round = async () => {
    const hasMore = await work(stopping.signal)
    if (!stopping.signal.aborted) timer = setTimeout(checkForWork, hasMore ? breathMs : everyMs).unref()
  }
  const checkForWork = () => void (working = round())
  return {
    start: () => void (timer ??= setTimeout(checkForWork, everyMs).unref()),
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await working
    },
  }
}
