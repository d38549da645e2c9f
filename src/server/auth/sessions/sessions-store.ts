import { and, desc, eq, sql } from 'drizzle-orm'
import { isLiveSession } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { auth_session } from '#server/db/tables.ts'

export function listSessions(db: Db, staff_account_id: number) {
  const { token_hash, auth_session_id, browser, sign_in_method, created_at, last_seen_at, expires_at } = auth_session
  return db
    .select({ token_hash, auth_session_id, browser, sign_in_method, created_at, last_seen_at, expires_at })
    .from(auth_session)
    .where(and(eq(auth_session.staff_account_id, staff_account_id), isLiveSession))
    .orderBy(desc(last_seen_at))
}

/** Returns true if it was theirs and live. */
export async function endOneSession(tx: Db, staff_account_id: number, auth_session_id: number): Promise<boolean> {
  const ended = await tx
    .update(auth_session)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(auth_session.staff_account_id, staff_account_id), eq(auth_session.auth_session_id, auth_session_id), isLiveSession))
    .returning({ auth_session_id: auth_session.auth_session_id })
  return ended.length === 1
}
