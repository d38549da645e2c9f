import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { visible } from '#server/people/visible.ts'

const DIGEST_LOCK = 7266005
export type UnsentDigest = {
  staff_account_id: number
  email: string
  kind: 'mention' | 'assignment'
  user_session_id: number
  alias: string
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
    select w.staff_account_id, a.email, w.kind, w.user_session_id, u.alias, r.function_role_name
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
