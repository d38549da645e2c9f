import type { Services } from '#server/services.ts'
import { isNamed } from './privacy-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Removes resumes that no row names: left by a crash between bytes and row, replaced, or erased. A file is older than a day before it is
 * looked at, and an upload writes a new file and its row within seconds, so none is taken away from under an upload. Returns how many.
 */
export async function sweepFiles({ db, files }: Pick<Services, 'db' | 'files'>, olderThanMs = DAY_MS): Promise<number> {
  let swept = 0
  for await (const { key, modified_at } of files.list('resumes/')) {
    if (Date.now() - modified_at.getTime() < olderThanMs || (await isNamed(db, key))) continue
    await files.remove(key)
    swept++
  }
  return swept
}
