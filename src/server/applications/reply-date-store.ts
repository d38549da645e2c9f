import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

/** Restores the dates these emails had moved, because the candidates were never told the later ones. Does nothing for other emails. */
export async function moveReplyDateBack(tx: Db, email_ids: number[]): Promise<void> {
  if (email_ids.length === 0) return
  await tx.execute(sql`
    update user_session u set reply_due_at = moved.from_date, reply_extensions = greatest(0, u.reply_extensions - moved.times)
    from (
      select t.subject_id, count(*)::int as times, (array_agg((t.facts ->> 'from')::timestamptz order by o.email_id))[1] as from_date,
        (array_agg((t.facts ->> 'until')::timestamptz order by o.email_id desc))[1] as until_date
      from email_outbox o join audit_trail t on t.subject_kind = 'applicant' and t.subject_id = o.user_session_id
        and t.action = 'applicant.reply-date-moved' and (t.facts ->> 'email_id')::int = o.email_id
      where o.email_id = any(${sql.param(email_ids)}::int[])
      group by t.subject_id) moved
    where u.user_session_id = moved.subject_id and u.reply_due_at = moved.until_date`)
}
