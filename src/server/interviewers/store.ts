import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { interviewer, staff_account } from '#server/db/tables.ts'

const known = {
  ref_interviewer_id: interviewer.ref_interviewer_id,
  interviewer_name: interviewer.interviewer_name,
  interviewer_email: interviewer.interviewer_email,
  interviewer_bio: interviewer.interviewer_bio,
  version: interviewer.version,
  modified_at: interviewer.modified_at,
  modified_by_email: staff_account.email,
}

export function listInterviewers(db: Db) {
  return selectInterviewers(db).orderBy(asc(sql`lower(${interviewer.interviewer_name})`), asc(interviewer.interviewer_email))
}

export async function findInterviewer(db: Db, ref_interviewer_id: number) {
  const [row] = await selectInterviewers(db).where(eq(interviewer.ref_interviewer_id, ref_interviewer_id))
  return row ?? null
}

/** `interviewer_email` must be lowercase. */
export async function findInterviewerByEmail(db: Db, interviewer_email: string) {
  const [row] = await selectInterviewers(db).where(eq(interviewer.interviewer_email, interviewer_email))
  return row ?? null
}

/** Held until the transaction ends, to serialize changes to an interviewer. */
export async function lockInterviewer(tx: Db, ref_interviewer_id: number): Promise<void> {
  await tx
    .select({ one: sql`1` })
    .from(interviewer)
    .where(eq(interviewer.ref_interviewer_id, ref_interviewer_id))
    .for('no key update')
}

type NewInterviewer = { interviewer_name: string; interviewer_email: string; interviewer_bio: string; modified_by: number }

/** Returns the new ID, or null if an interviewer already has this address. */
export async function insertInterviewer(tx: Db, row: NewInterviewer): Promise<number | null> {
  const [inserted] = await tx
    .insert(interviewer)
    .values(row)
    .onConflictDoNothing({ target: interviewer.interviewer_email })
    .returning({ ref_interviewer_id: interviewer.ref_interviewer_id })
  return inserted?.ref_interviewer_id ?? null
}

export async function setBio(tx: Db, ref_interviewer_id: number, changes: { interviewer_bio: string; modified_by: number }): Promise<void> {
  await tx
    .update(interviewer)
    .set({ ...changes, version: sql`${interviewer.version} + 1`, modified_at: sql`now()` })
    .where(eq(interviewer.ref_interviewer_id, ref_interviewer_id))
}

function selectInterviewers(db: Db) {
  return db.select(known).from(interviewer).leftJoin(staff_account, eq(staff_account.staff_account_id, interviewer.modified_by)).$dynamic()
}
