/** Returns a function that runs `open` on its first call and returns the same result from then on. If it fails, the next call tries again. */
export function once<Result>(open: () => Promise<Result>): () => Promise<Result> {
  let opened: Promise<Result> | null = null
  return () =>
    (opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    }))
}
