import type { Database } from '#server/db/connect.ts'
import { ERASED_TABLES } from '#server/people/personal-store.ts'
import { dropOldLog, rewriteTables } from './privacy-store.ts'

/**
 * Erased text stays in dead rows and in the WAL until the space is reused. In the embedded database, whose files are next to the app, it's removed
 * immediately: tables are rewritten and old WAL segments deleted. On a server, vacuum and archiving do this on their own schedule.
 */
export async function removeTraces({ pool, embedded }: Database): Promise<void> {
  if (!embedded) return
  await rewriteTables(pool, ERASED_TABLES)
  await dropOldLog(pool)
}
