import type { Services } from '#server/services.ts'
import { isReferenced, removeAbandonedResumes } from './privacy-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Removes resumes and packets that are no longer needed: left by a crash, replaced before any decision, or erased. Considers only files older than a
 * day, because an upload takes seconds. Returns how many.
 */
export async function sweepFiles({ db, files }: Pick<Services, 'db' | 'files'>, olderThanMs = DAY_MS): Promise<number> {
  let swept = 0
  await removeAbandonedResumes(db)
  for (const folder of ['resumes/', 'packets/'])
    for await (const { key, modified_at } of files.list(folder)) {
      if (Date.now() - modified_at.getTime() < olderThanMs || (await isReferenced(db, key))) continue
      await files.remove(key)
      swept++
    }
  return swept
}
