import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { user_session } from '#server/db/tables.ts'
import type { Scope } from '#server/http/caller.ts'
import { IDENTITY } from './identity.ts'
import type { KnownIdentity } from './mask/find-person.ts'
import { visible } from './visible.ts'

/** Returns what's known about an applicant, for masking; null if they can't be shown. */
export async function findKnown(db: Db, user_session_id: number, scope: Scope): Promise<KnownIdentity | null> {
  const [row] = await db
    .select(IDENTITY)
    .from(user_session)
    .where(and(eq(user_session.user_session_id, user_session_id), visible(scope)))
  return row ?? null
}
