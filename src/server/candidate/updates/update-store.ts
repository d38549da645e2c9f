import { eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { user_session } from '#server/db/tables.ts'
import { visible } from '#server/people/visible.ts'

/** Whether the application `of` allows contact about other roles: as chosen on the candidate page, or else as answered in the form. */
export function allowsContact(of: string): SQL {
  const u = sql.identifier(of)
  return sql`coalesce(${u}.wants_updates, exists (select from user_session_answer a where a.user_session_id = ${u}.user_session_id
    and a.question_name = 'opt_in_updates' and a.user_answer_text_box = 'Yes'))`
}

/** The choice in the newest application with this address. */
export async function findUpdateChoice(db: Db, email_key: string): Promise<boolean> {
  const { rows } = await db.execute<{ says_yes: boolean }>(sql`
    select ${allowsContact('u')} as says_yes from user_session u where u.email_key = ${email_key} and ${visible('everyone', 'u')}
    order by u.application_submitted_datetime_utc desc, u.user_session_id desc limit 1`)
  return rows[0]?.says_yes ?? false
}

/** The mailbox of a submitted application that its candidate can still see, or null. */
export async function findMailboxOf(db: Db, user_session_id: number): Promise<string | null> {
  const { rows } = await db.execute<{ email_key: string | null }>(sql`
    select u.email_key from user_session u where u.user_session_id = ${user_session_id} and ${visible('everyone', 'u')}`)
  return rows[0]?.email_key ?? null
}

export async function setUpdateChoice(tx: Db, email_key: string, wants_updates: boolean): Promise<void> {
  await tx.update(user_session).set({ wants_updates }).where(eq(user_session.email_key, email_key))
}
