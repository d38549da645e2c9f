import { and, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { function_role, user_session, user_session_answer } from '#server/db/tables.ts'
import { queueForSearch } from '#server/people/search-queue.ts'
import { openToCandidate } from '#server/people/visible.ts'

/** The newest submitted application for another role that these cookies give access to. */
export async function findEarlierApplication(db: Db, ref_function_role_id: number, capability_hashes: string[]) {
  const [application] = await db
    .select({
      user_session_id: user_session.user_session_id,
      function_role_name: function_role.function_role_name,
      applied_at: user_session.application_submitted_datetime_utc,
    })
    .from(user_session)
    .innerJoin(function_role, eq(function_role.ref_function_role_id, user_session.ref_function_role_id))
    .where(
      and(
        inArray(user_session.capability_hash, capability_hashes),
        ne(user_session.ref_function_role_id, ref_function_role_id),
        isNotNull(user_session.application_submitted_datetime_utc),
        openToCandidate(),
        eq(user_session.suspected_bot, false),
      ),
    )
    .orderBy(desc(user_session.user_session_id))
    .limit(1)
  return application ?? null
}

export function listOfferedAnswers(db: Db, user_session_id: number) {
  return db
    .select({ question_name: user_session_answer.question_name, user_answer_text_box: sql<string>`coalesce(${user_session_answer.user_answer_text_box}, '')` })
    .from(user_session_answer)
    .where(
      and(
        eq(user_session_answer.user_session_id, user_session_id),
        ne(user_session_answer.question_type, 'Checkboxes'),
        ne(sql`coalesce(${user_session_answer.user_answer_text_box}, '')`, ''),
      ),
    )
    .orderBy(user_session_answer.sort_order)
}

export async function setEmail(tx: Db, user_session_id: number, { email, email_key }: { email: string; email_key: string | null }): Promise<void> {
  await tx.update(user_session).set({ email, email_key }).where(eq(user_session.user_session_id, user_session_id))
  await tx
    .update(user_session_answer)
    .set({ user_answer_text_box: email })
    .where(and(eq(user_session_answer.user_session_id, user_session_id), eq(user_session_answer.question_name, 'email')))
  await queueForSearch(tx, user_session_id)
}

/** The candidate can turn emails about other roles back on, on their page. */
export async function refuseUpdates(tx: Db, user_session_id: number): Promise<void> {
  await tx.update(user_session).set({ wants_updates: false }).where(eq(user_session.user_session_id, user_session_id))
}
