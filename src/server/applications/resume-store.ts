import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { resume } from '#server/db/tables.ts'
import { openToCandidate } from '#server/people/visible.ts'

/** How long a reservation lasts if its process dies while storing the file. */
const RESERVED_FOR = sql`interval '10 minutes'`

/** Uploads of an application that count toward its quota, including ones being stored right now. */
export async function sumResumes(tx: Db, user_session_id: number) {
  const [sum] = await tx
    .select({ uploads: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(${resume.size_bytes}), 0)::int` })
    .from(resume)
    .where(and(eq(resume.user_session_id, user_session_id), sql`(stored_at is not null or uploaded_at > now() - ${RESERVED_FOR})`))
  return sum!
}

export type UploadTarget = { user_session_id: number; ref_application_status_id: number; uploads: number }

/** Whose applications: those this browser's cookies give access to (or one of them), or one of the mailbox whose page is open. */
export type ResumeOwner = { capability_hashes: string[]; user_session_id?: number } | { email_key: string; user_session_id: number }

/** What determines whether a resume can be added to these applications now, newest first. */
export async function listUploadable(db: Db, whose: ResumeOwner): Promise<UploadTarget[]> {
  const isTheirs = 'email_key' in whose ? sql`email_key = ${whose.email_key}` : sql`capability_hash = any(${sql.param(whose.capability_hashes)}::text[])`
  const { rows } = await db.execute<UploadTarget>(sql`
    select user_session_id, ref_application_status_id,
      (select count(*)::int from resume r where r.user_session_id = user_session.user_session_id and (r.stored_at is not null or r.uploaded_at > now() - ${RESERVED_FOR})) as uploads
    from user_session
    where ${isTheirs} and user_session_id = coalesce(${whose.user_session_id ?? null}::int, user_session_id) and ${openToCandidate()}
    order by user_session_id desc`)
  return rows
}

/** Inserts a row without bytes: it counts toward the quota but isn't a current resume yet. */
export async function reserveResume(tx: Db, row: { user_session_id: number; storage_key: string; sha256: string; size_bytes: number }): Promise<number> {
  const [reserved] = await tx
    .insert(resume)
    .values({ ...row, stored_at: null, replaced_at: sql`now()` })
    .returning({ resume_id: resume.resume_id })
  return reserved!.resume_id
}

/** Makes a reserved resume the current one; returns the ID of the one it replaced, or null. */
export async function setCurrentResume(tx: Db, user_session_id: number, resume_id: number): Promise<number | null> {
  const [replaced] = await tx
    .update(resume)
    .set({ replaced_at: sql`now()` })
    .where(and(eq(resume.user_session_id, user_session_id), isNull(resume.replaced_at)))
    .returning({ resume_id: resume.resume_id })
  await tx
    .update(resume)
    .set({ stored_at: sql`coalesce(stored_at, now())`, replaced_at: null })
    .where(eq(resume.resume_id, resume_id))
  return replaced?.resume_id ?? null
}

/** The ID of the resume that the current one replaced, for 24 hours; the sweep keeps its file an hour longer (`isNamed`). */
export function earlierResume(user_session_id: SQL): SQL {
  return sql`(select r.resume_id from resume r where r.user_session_id = ${user_session_id} and r.stored_at is not null and r.replaced_at > now() - interval '24 hours'
    order by r.replaced_at desc limit 1)`
}

export async function findEarlierResume(tx: Db, user_session_id: number): Promise<number | null> {
  const { rows } = await tx.execute<{ resume_id: number | null }>(sql`select ${earlierResume(sql`${user_session_id}::int`)} as resume_id`)
  return rows[0]!.resume_id
}

/** Releases a reservation; returns false if the resume was stored after all. */
export async function abandonResume(db: Db, resume_id: number): Promise<boolean> {
  await db.delete(resume).where(and(eq(resume.resume_id, resume_id), isNull(resume.stored_at)))
  const stored = await db.select({ resume_id: resume.resume_id }).from(resume).where(eq(resume.resume_id, resume_id))
  return stored.length === 0
}
