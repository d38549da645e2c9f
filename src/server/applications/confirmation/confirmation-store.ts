import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { function_role, user_session } from '#server/db/tables.ts'
import { NAME } from '#server/people/identity.ts'
import { visible } from '#server/people/visible.ts'

/** What a submitted application's confirmation would contain now; null before submission or without an address. */
export async function findConfirmed(db: Db, user_session_id: number) {
  const [application] = await db
    .select({
      user_session_id: user_session.user_session_id,
      reference: user_session.reference,
      ...NAME,
      email: sql<string>`email`,
      function_role_name: function_role.function_role_name,
      applied_at: sql<string>`application_submitted_datetime_utc`,
      reply_within_days: user_session.reply_within_days,
      has_resume: sql<boolean>`exists (select from resume r where r.user_session_id = user_session.user_session_id and r.replaced_at is null)`,
    })
    .from(user_session)
    .innerJoin(function_role, eq(function_role.ref_function_role_id, user_session.ref_function_role_id))
    .where(and(eq(user_session.user_session_id, user_session_id), sql`email is not null`, visible('everyone')))
  return application ?? null
}
