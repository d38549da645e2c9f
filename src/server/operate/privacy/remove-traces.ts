import type { Database } from '#server/db/connect.ts'
import { ERASED_TABLES } from '#server/people/personal-store.ts'
import { dropOldLog, rewriteTables } from './traces-store.ts'

/**
 * Erased text stays in dead rows and in the write-ahead log until the space is reused. In the embedded database, whose files are next to the
 * product, it's removed at once: tables are rewritten and old log segments deleted. A server's vacuum and archiving do this on their own
 * schedule.
 */
export async function removeTraces({ pool, embedded }: Database): Promise<void> {
  if (!embedded) return
  await rewriteTables(pool, ERASED_TABLES)
  await dropOldLog(pool)
}
