import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

/** Queues these applications for reindexing after answers, a resume or a name have changed. Runs in the caller's transaction. */
export async function queueForSearch(tx: Db, ...user_session_ids: number[]): Promise<void> {
  await tx.execute(queueingForSearch(...user_session_ids))
}

/** The same, for `writeTogether`. */
export function queueingForSearch(...user_session_ids: number[]): SQL {
  return sql`
    insert into applicant_text (user_session_id) select unnest(${sql.param(user_session_ids)}::int[])
    on conflict (user_session_id) do update set wanted = applicant_text.wanted + 1, leased_until = null`
}
