import { sql } from 'drizzle-orm'
import { replyDueAt } from '#server/applicants/list/due-store.ts'
import type { Db } from '#server/db/connect.ts'
import { visible } from '#server/people/visible.ts'

/** The reply date and how many times it was moved. */
export async function findReplyDate(tx: Db, user_session_id: number): Promise<{ reply_by: string; reply_extensions: number }> {
  const { rows } = await tx.execute<{ reply_by: string; reply_extensions: number }>(sql`
    select ${replyDueAt()} as reply_by, reply_extensions
    from user_session where user_session_id = ${user_session_id}`)
  const { reply_by, reply_extensions } = rows[0]!
  return { reply_by: new Date(reply_by).toISOString(), reply_extensions }
}

/** Restarts the reply time, unless a later date was already promised; returns the date. */
export async function restartReplyTime(tx: Db, user_session_id: number): Promise<string> {
  const { rows } = await tx.execute<{ reply_by: string }>(sql`
    update user_session set reply_due_at = greatest(${replyDueAt()}, now() + make_interval(days => reply_within_days))
    where user_session_id = ${user_session_id} returning reply_due_at as reply_by`)
  return new Date(rows[0]!.reply_by).toISOString()
}

export async function moveReplyDate(tx: Db, user_session_id: number, until: string): Promise<void> {
  await tx.execute(sql`
    update user_session set reply_due_at = ${until}::timestamptz, reply_extensions = reply_extensions + 1, last_action_at = now()
    where user_session_id = ${user_session_id}`)
}

/** Moves the date again for a failed email that's resent; returns false when that date has passed or the date was since moved. */
export async function moveReplyDateAgain(tx: Db, email_id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update user_session u set reply_due_at = (t.facts ->> 'until')::timestamptz, reply_extensions = u.reply_extensions + 1
    from email_outbox o, audit_trail t
    where o.email_id = ${email_id} and u.user_session_id = o.user_session_id and t.subject_kind = 'applicant' and t.subject_id = u.user_session_id
      and t.action = 'applicant.reply-date-moved' and (t.facts ->> 'email_id')::int = o.email_id
      and (t.facts ->> 'until')::timestamptz > greatest(now(), u.reply_due_at)
    returning 1`)
  return rows.length > 0
}

/** A role's applicants in these statuses, oldest first. */
export async function listOfRoleIn(tx: Db, ref_function_role_id: number, statuses: number[]): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select user_session_id as id from user_session
    where ref_function_role_id = ${ref_function_role_id} and ref_application_status_id = any(${sql.param(statuses)}::int[])
      and ${visible('everyone')} order by 1`)
  return rows.map((row) => row.id)
}
