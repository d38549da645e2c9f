import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { CODES } from '#server/mail/outbox-purposes.ts'

/**
 * Deletes the text of up to `most` settled emails older than `days` (0 keeps them), and of sign-in emails after a day. Recipient, time and subject
 * are kept. A legal hold keeps the text.
 */
export async function deleteOldBodies(db: Db, days: number, most: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update email_outbox set html = '', text = '', body_deleted_at = now()
    where email_id in (
      select email_id from email_outbox o
      where state <> 'queued' and body_deleted_at is null and created_at < now() - interval '1 day'
        and (purpose = any(${sql.param(CODES)}::text[]) or (${days}::int > 0 and created_at < now() - make_interval(days => ${days})))
        and not exists (select 1 from user_session u where u.user_session_id = o.user_session_id and u.legal_hold_reason is not null)
      order by created_at limit ${most} for no key update skip locked)`)
  return rowCount ?? 0
}
