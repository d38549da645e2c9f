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

const DIGEST_LOCK = 7266005
export type UnsentDigest = {
  staff_account_id: number
  email: string
  kind: 'mention' | 'assignment'
  user_session_id: number
  alias: string
  ref_function_role_id: number
  function_role_name: string
}

/** Returns false while another process is sending digests. */
export async function lockDigests(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ is_ours: boolean }>(sql`select pg_try_advisory_xact_lock(${DIGEST_LOCK}) as is_ours`)
  return rows[0]!.is_ours
}

/** Lists what colleagues haven't been emailed yet, if they got no digest in the last hour; mentions they've read are skipped. */
export async function listUnsent(db: Db): Promise<UnsentDigest[]> {
  const { rows } = await db.execute<UnsentDigest>(sql`
    with waiting as (
      select m.staff_account_id, 'mention' as kind, m.user_session_id, m.created_at as at from note_mention m where m.told_at is null and m.seen_at is null
      union all
      select t.staff_account_id, 'assignment', t.user_session_id, t.assigned_at from assignment t where t.told_at is null)
    select w.staff_account_id, a.email, w.kind, w.user_session_id, u.alias, u.ref_function_role_id, r.function_role_name
    from waiting w join staff_account a using (staff_account_id) join user_session u using (user_session_id) join function_role r using (ref_function_role_id)
    where ${visible('everyone', 'u')}
      and not exists (select 1 from note_mention m where m.staff_account_id = w.staff_account_id and m.told_at > now() - interval '1 hour')
      and not exists (select 1 from assignment t where t.staff_account_id = w.staff_account_id and t.told_at > now() - interval '1 hour' and t.assigned_by <> t.staff_account_id)
    order by w.staff_account_id, w.kind desc, w.at`)
  return rows
}

export type DigestRow = { to_address: string; user_session_id: number; alias: string; function_role_name: string; count: number }

/** Lists candidates' actions beyond each recipient's daily limit of emails, for recipients who haven't had such a digest today. */
export async function listCollected(db: Db): Promise<DigestRow[]> {
  const { rows } = await db.execute<DigestRow>(sql`
    select c.to_address, c.user_session_id, u.alias, r.function_role_name, count(*)::int as count
    from collected_notice c join user_session u using (user_session_id) join function_role r using (ref_function_role_id)
    where c.told_at is null and ${visible('everyone', 'u')}
      and not exists (select 1 from collected_notice t where t.to_address = c.to_address and t.told_at > now() - interval '1 day')
    group by c.to_address, c.user_session_id, u.alias, r.function_role_name order by c.to_address, min(c.collected_notice_id)`)
  return rows
}

export async function setNoticesSent(tx: Db, to_address: string): Promise<void> {
  await tx.execute(sql`update collected_notice set told_at = now() where to_address = ${to_address} and told_at is null`)
}

export async function setDigestSent(tx: Db, staff_account_id: number): Promise<void> {
  await tx.execute(sql`update note_mention set told_at = now() where staff_account_id = ${staff_account_id} and told_at is null`)
  await tx.execute(sql`update assignment set told_at = now() where staff_account_id = ${staff_account_id} and told_at is null`)
}
