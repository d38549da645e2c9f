import { sql } from 'drizzle-orm'
import { isDue, isLate, replyDueAt } from '#server/applicants/list/due-store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import { visible } from '#server/people/visible.ts'

const MORNING_LOCK = 7266004
/** Audit-trail actions for emails sent once a morning. */
export const [REPLIES_SENT, HEAD_SENT] = ['morning.sent', 'trail-head.sent'] as const

/**
 * Returns true for the one process that may send these emails this morning: none has in the last 20 hours. The claim is a row in the audit trail; one
 * made while the clock was far ahead doesn't count.
 */
export async function claimMorningRun(tx: Db, sent: typeof REPLIES_SENT | typeof HEAD_SENT): Promise<boolean> {
  const { rows: locked } = await tx.execute<{ is_ours: boolean }>(sql`select pg_try_advisory_xact_lock(${MORNING_LOCK}) as is_ours`)
  if (!locked[0]?.is_ours) return false
  const { rows } = await tx.execute(
    sql`select 1 from audit_trail where action = ${sent} and at > now() - interval '20 hours' and at < now() + interval '1 day' limit 1`,
  )
  if (rows.length > 0) return false
  await recordAudit(tx, { actor: null, action: sent, subject_kind: 'database' })
  return true
}

/** Returns the trail's newest row as `id:hash`. */
export async function findHead(tx: Db): Promise<string> {
  const { rows } = await tx.execute<{ head: string }>(sql`select audit_id || ':' || hash as head from audit_trail order by audit_id desc limit 1`)
  return rows[0]!.head
}

/** Returns the owners that were added in the app. */
export async function listOwners(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(sql`select email from staff_account where owner_flag order by email`)
  return rows.map(({ email }) => email)
}

export type DueReply = {
  /** The hiring lead, or someone on the role's team who gets these emails. */
  to_address: string
  /** Empty for everyone but the hiring lead. */
  to_name: string
  function_role_name: string
  user_session_id: number
  alias: string
  late: boolean
}

/** Lists everyone whose reply is late or due within three days, most urgent first, once for each person to notify. */
export async function listDueReplies(db: Db, time_zone: string, told: { ref_function_role_id: number; to_address: string }[]): Promise<DueReply[]> {
  const { rows } = await db.execute<DueReply>(sql`
    select told.to_address, told.to_name, r.function_role_name, u.user_session_id, u.alias, ${isLate(time_zone, 'u')} as late
    from user_session u join function_role r using (ref_function_role_id)
    cross join lateral (
      select lower(r.hiring_lead_email) as to_address, r.hiring_lead_name as to_name
      union all select m.to_address, '' from json_to_recordset(${JSON.stringify(told)}::json) as m (ref_function_role_id int, to_address text)
      where m.ref_function_role_id = r.ref_function_role_id and m.to_address <> lower(r.hiring_lead_email)
    ) told
    where ${visible('everyone', 'u')} and ${isDue('due', time_zone, 'u')}
    order by 1, ${replyDueAt('u')}, u.user_session_id`)
  return rows
}
