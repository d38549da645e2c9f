import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { visible } from '#server/people/visible.ts'

export type SuppressedEmail = {
  email_id: number
  is_failed: boolean
  since: string
  to_address: string
  /** Whether anyone applied with this address, even if that application is hidden now. */
  has_applied: boolean
  is_staff: boolean
  user_session_id: number | null
  alias: string | null
  function_role_name: string | null
}

/** Lists addresses that emails are no longer sent to, each with its latest returned email, newest first. */
export async function listSuppressed(
  db: Db,
  { ADMIN_EMAILS, COMPANY_DOMAIN }: Pick<Env, 'ADMIN_EMAILS' | 'COMPANY_DOMAIN'>,
  most: number,
): Promise<SuppressedEmail[]> {
  const { rows } = await db.execute<SuppressedEmail>(sql`
    with suppressed as (
      select distinct on (lower(to_address)) email_id, state = 'failed' as is_failed, dead_since as since, lower(to_address) as to_address
      from email_outbox where dead_since is not null order by lower(to_address), dead_since desc, email_id desc)
    select s.*, a.user_session_id is not null as has_applied, ${isStaff(ADMIN_EMAILS, COMPANY_DOMAIN)} as is_staff,
      case when a.is_visible then a.user_session_id end as user_session_id, case when a.is_visible then a.alias end as alias,
      case when a.is_visible then a.function_role_name end as function_role_name
    from suppressed s left join lateral (
      select u.user_session_id, u.alias, r.function_role_name, ${visible('everyone', 'u')} as is_visible
      from user_session u join function_role r using (ref_function_role_id)
      where lower(u.email) = s.to_address order by is_visible desc, u.user_session_id desc limit 1) a on true
    order by s.since desc, s.email_id desc limit ${most}`)
  return rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() }))
}

/** Whether it's the address of someone who can sign in or who leads a role. */
function isStaff(owners: string[], domain: string) {
  return sql`(s.to_address = any(${sql.param(owners)}::text[]) or s.to_address like ${`%@${domain}`}
    or exists (select from staff_account where lower(staff_account.email) = s.to_address)
    or exists (select from function_role where lower(function_role.hiring_lead_email) = s.to_address))`
}

/** Returns this email's address if its failure blocks further emails to it; null otherwise. */
export async function findSuppressedAddress(tx: Db, email_id: number): Promise<string | null> {
  const { rows } = await tx.execute<{ to_address: string }>(sql`select to_address from email_outbox where email_id = ${email_id} and dead_since is not null`)
  return rows[0]?.to_address ?? null
}
