import { sql } from 'drizzle-orm'
import { LOOK, type StoredLook } from '#server/brand/store.ts'
import type { Db } from '#server/db/connect.ts'
import { nameOf } from '#server/people/identity.ts'
import { visible } from '#server/people/visible.ts'
import { insertLinkSql } from '../access-store.ts'

export type ConfirmationContent = {
  user_session_id: number
  reference: string
  first_name: string | null
  last_name: string | null
  email: string
  function_role_name: string
  applied_at: string
  reply_within_days: number
  has_resume: boolean
}

/**
 * Stores the link of a submitted application's confirmation, and returns what else the confirmation would contain now; null before submission or
 * without an address.
 */
export async function insertConfirmationLink(tx: Db, { user_session_id, token_hash }: { user_session_id: number; token_hash: string }) {
  const { rows } = await tx.execute<ConfirmationContent & { look: StoredLook }>(sql`
    with link as (${insertLinkSql({ user_session_id, token_hash, requestedBy: null })})
    select u.user_session_id, u.reference, ${nameOf('u')}, u.email, r.function_role_name, u.application_submitted_datetime_utc as applied_at,
      u.reply_within_days, exists (select from resume where resume.user_session_id = u.user_session_id and resume.replaced_at is null) as has_resume,
      ${LOOK} as look
    from user_session u join function_role r using (ref_function_role_id)
    where u.user_session_id = ${user_session_id} and u.email is not null and ${visible('everyone', 'u')}`)
  return rows[0] ?? null
}
