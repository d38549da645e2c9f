import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { RETENTION_PERIODS } from '#contract/candidate/retention.ts'
import type { Db } from '#server/db/connect.ts'
import { application_draft, email_outbox } from '#server/db/tables.ts'

export type DraftAnswers = (typeof application_draft.$inferSelect)['answers']
export type Versions = Pick<typeof application_draft.$inferSelect, 'answers' | 'other'>

const isFresh = sql`saved_at > now() - make_interval(days => ${RETENTION_PERIODS.draft})`

export async function findDraft(db: Db, key_hash: string) {
  const [draft] = await db
    .select()
    .from(application_draft)
    .where(and(eq(application_draft.key_hash, key_hash), isFresh))
  return draft ?? null
}

export async function lockDraft(tx: Db, key_hash: string) {
  const [draft] = await tx
    .select()
    .from(application_draft)
    .where(and(eq(application_draft.key_hash, key_hash), isFresh))
    .for('no key update')
  return draft ?? null
}

/** Returns when it was saved, which identifies this version. */
export async function insertDraft(tx: Db, draft: Omit<typeof application_draft.$inferInsert, 'created_at' | 'saved_at'>): Promise<string> {
  const [row] = await tx.insert(application_draft).values(draft).returning({ saved_at: application_draft.saved_at })
  return row!.saved_at
}

/** Returns when it was saved, always later than before, even if the transaction began earlier and waited for the lock. */
export async function setDraftVersions(tx: Db, key_hash: string, versions: Versions & { device: string | null }): Promise<string> {
  const [row] = await tx
    .update(application_draft)
    .set({ ...versions, saved_at: sql`greatest(now(), ${application_draft.saved_at} + interval '1 millisecond')` })
    .where(eq(application_draft.key_hash, key_hash))
    .returning({ saved_at: application_draft.saved_at })
  return row!.saved_at
}

export async function deleteDraftBy(db: Db, key_hash: string): Promise<boolean> {
  const rows = await db.delete(application_draft).where(eq(application_draft.key_hash, key_hash)).returning({ key_hash: application_draft.key_hash })
  return rows.length > 0
}

type SubmittedApplication = { user_session_id: number; ref_function_role_id: number; drafts: string[] }

/**
 * After submission, deletes the drafts of this application and this browser (`drafts`, by hash). Other drafts with the same address are kept, because
 * anyone can type an address. Run with `writeTogether`.
 */
export function deleteDraftsQuery(tx: Db, { user_session_id, ref_function_role_id, drafts }: SubmittedApplication) {
  const isHeld = and(inArray(application_draft.key_hash, drafts), eq(application_draft.ref_function_role_id, ref_function_role_id))
  return tx.delete(application_draft).where(or(eq(application_draft.user_session_id, user_session_id), isHeld))
}

/** Deletes expired drafts, and their emails that aren't linked to an application. Returns the number of drafts. */
export async function deleteExpiredDrafts(db: Db): Promise<number> {
  const { rows } = await db.execute(sql`delete from application_draft where not (${isFresh}) returning 1`)
  await db
    .delete(email_outbox)
    .where(
      and(
        eq(email_outbox.purpose, 'own-page'),
        sql`user_session_id is null and state <> 'queued' and created_at < now() - make_interval(days => ${RETENTION_PERIODS.draft})`,
      ),
    )
  return rows.length
}
