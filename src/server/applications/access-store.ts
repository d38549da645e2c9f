import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { candidate_access } from '#server/db/tables.ts'
import { visible } from '#server/people/visible.ts'

/** A link or cookie ends after this long without use. */
export const ACCESS_DAYS = 30

export async function insertAccess(tx: Db, access: { token_hash: string; kind: 'link' | 'cookie'; user_session_id: number }): Promise<void> {
  await tx.insert(candidate_access).values(access)
}

/** Whose page this opens; records the use. Null when it's unknown or has ended. */
export async function useAccess(db: Db, token_hash: string, kind: 'link' | 'cookie') {
  const { rows } = await db.execute<{ user_session_id: number; email_key: string }>(sql`
    update candidate_access a set last_used_at = now() from user_session u
    where a.token_hash = ${token_hash} and a.kind = ${kind} and a.last_used_at > now() - make_interval(days => ${ACCESS_DAYS})
      and u.user_session_id = a.user_session_id and u.email_key is not null and ${visible('everyone', 'u')}
    returning a.user_session_id, u.email_key`)
  return rows[0] ?? null
}

/** Ends every link and cookie of a mailbox, for when an application leaves it. */
export async function deleteAccessOf(tx: Db, user_session_id: number): Promise<void> {
  await tx.execute(sql`delete from candidate_access where user_session_id = ${user_session_id}`)
}

/** The newest application with this address, to send its owner a link. */
export async function findNewestOf(db: Db, email_key: string) {
  const { rows } = await db.execute<{ user_session_id: number; email: string }>(sql`
    select user_session_id, email from user_session
    where email_key = ${email_key} and email is not null and ${visible('everyone')}
    order by application_submitted_datetime_utc desc limit 1`)
  return rows[0] ?? null
}
