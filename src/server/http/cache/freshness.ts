/** How long content counts as fresh, and how old it can get before requests have to wait for the next check. */
const FRESH_MS = 500
const STALE_MS = 850

export type Freshness = {
  /** False if the caller must wait for a check first. */
  isFresh: () => boolean
  /** Waits for a check that started after the content last expired. */
  fresh: () => Promise<void>
  expire: () => void
}

/** Tracks whether anything built from the content is still current. Reads its version at most twice a second and calls `onChange` when it's new. */
export function openFreshness(readVersion: () => Promise<string>, onChange: () => void): Freshness {
  let version: string | undefined
  let checkedAt = -Infinity
  let expiredAt = -Infinity
  let checking: Promise<void> | undefined

  async function check(): Promise<void> {
    const startedAt = performance.now()
    const now = await readVersion()
    if (now !== version) onChange()
    version = now
    checkedAt = startedAt
  }

  function look(): Promise<void> {
    checking ??= check().finally(() => (checking = undefined))
    return checking
  }

  function isFresh(): boolean {
    if (checkedAt <= expiredAt) return false
    const age = performance.now() - checkedAt
    if (age >= FRESH_MS && age < STALE_MS) look().catch(() => {})
    return age < STALE_MS
  }

  return {
    isFresh,
    async fresh() {
      while (!isFresh()) await look()
    },
    expire: () => void (expiredAt = performance.now()),
  }
}
