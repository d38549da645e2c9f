import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { audit_trail, staff_account, user_session } from '#server/db/tables.ts'
import { visible } from '#server/people/visible.ts'

/** Everyone who may read the audit trail may see every applicant. */
export async function isShown(db: Db, user_session_id: number): Promise<boolean> {
  return (await db.$count(user_session, and(eq(user_session.user_session_id, user_session_id), visible('everyone')))) > 0
}

export function listStaff(db: Db, ids: number[]) {
  const columns = { staff_account_id: staff_account.staff_account_id, email: staff_account.email }
  return db.select(columns).from(staff_account).where(inArray(staff_account.staff_account_id, ids)).orderBy(asc(staff_account.staff_account_id))
}

export const PACKET_MADE = 'packet.made'

/** The row that sealed a packet with this content; null if there's none yet. */
export async function findSeal(db: Db, user_session_id: number, digest: string): Promise<number | null> {
  const isSeal = and(eq(audit_trail.action, PACKET_MADE), eq(audit_trail.subject_id, user_session_id), sql`${audit_trail.facts} ->> 'sha256' = ${digest}`)
  const [row] = await db.select({ audit_id: audit_trail.audit_id }).from(audit_trail).where(isSeal).orderBy(desc(audit_trail.audit_id)).limit(1)
  return row?.audit_id ?? null
}

/** The first row about an applicant, where a packet's trail begins. */
export async function findFirstRow(db: Db, user_session_id: number): Promise<number> {
  const isAbout = and(eq(audit_trail.subject_kind, 'applicant'), eq(audit_trail.subject_id, user_session_id))
  const [row] = await db.select({ audit_id: audit_trail.audit_id }).from(audit_trail).where(isAbout).orderBy(asc(audit_trail.audit_id)).limit(1)
  return row!.audit_id
}
