import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { resume } from '#server/db/tables.ts'

/** After this, the reservation of a process that died while storing bytes lapses. */
const RESERVED_FOR = sql`interval '10 minutes'`

/** Uploads of an application that count toward its quota: stored, or being stored right now. */
export async function sumResumes(tx: Db, user_session_id: number) {
  const [sum] = await tx
    .select({ uploads: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(${resume.size_bytes}), 0)::int` })
    .from(resume)
    .where(and(eq(resume.user_session_id, user_session_id), sql`(stored_at is not null or uploaded_at > now() - ${RESERVED_FOR})`))
  return sum!
}

/** A row without bytes: it counts toward the quota but isn't anyone's current resume yet. */
export async function reserveResume(tx: Db, row: { user_session_id: number; storage_key: string; sha256: string; size_bytes: number }): Promise<number> {
  const [reserved] = await tx
    .insert(resume)
    .values({ ...row, stored_at: null, replaced_at: sql`now()` })
    .returning({ resume_id: resume.resume_id })
  return reserved!.resume_id
}

/** Makes a reserved resume the current one; returns the one it replaced, or null. */
export async function setCurrentResume(tx: Db, user_session_id: number, resume_id: number): Promise<number | null> {
  const [replaced] = await tx
    .update(resume)
    .set({ replaced_at: sql`now()` })
    .where(and(eq(resume.user_session_id, user_session_id), isNull(resume.replaced_at)))
    .returning({ resume_id: resume.resume_id })
  await tx
    .update(resume)
    .set({ stored_at: sql`now()`, replaced_at: null })
    .where(eq(resume.resume_id, resume_id))
  return replaced?.resume_id ?? null
}

/** Releases a reservation; false when the resume was stored after all. */
export async function abandonResume(db: Db, resume_id: number): Promise<boolean> {
  await db.delete(resume).where(and(eq(resume.resume_id, resume_id), isNull(resume.stored_at)))
  const stored = await db.select({ resume_id: resume.resume_id }).from(resume).where(eq(resume.resume_id, resume_id))
  return stored.length === 0
}
