import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { note, note_mention, assignment, staff_account } from '#server/db/tables.ts'
import { isOwed } from '#server/applicants/list/due-store.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { visible } from '#server/people/visible.ts'

export type NoteRow = { note_id: number; note_text: string; written_by: number; written_by_email: string; created_at: string; mentions: string[] }

export async function listNoteRows(db: Db, user_session_id: number): Promise<NoteRow[]> {
  const { rows } = await db.execute<NoteRow>(sql`
    select n.note_id, n.note_text, n.written_by, a.email as written_by_email, n.created_at,
      array_to_json(array(select c.email from note_mention m join staff_account c using (staff_account_id) where m.note_id = n.note_id order by 1)) as mentions
    from note n join staff_account a on a.staff_account_id = n.written_by
    where n.user_session_id = ${user_session_id} order by n.note_id`)
  return rows
}

export async function insertNote(tx: Db, written: { user_session_id: number; note_text: string; written_by: number }): Promise<number> {
  const [row] = await tx.insert(note).values(written).returning({ note_id: note.note_id })
  return row!.note_id
}

export async function insertMentions(tx: Db, mentions: { note_id: number; user_session_id: number; staff_account_id: number }[]): Promise<void> {
  if (mentions.length > 0) await tx.insert(note_mention).values(mentions).onConflictDoNothing()
}

export async function setMentionsSeen(db: Db, { user_session_id, staff_account_id }: { user_session_id: number; staff_account_id: number }): Promise<void> {
  await db
    .update(note_mention)
    .set({ seen_at: sql`now()` })
    .where(and(eq(note_mention.user_session_id, user_session_id), eq(note_mention.staff_account_id, staff_account_id), isNull(note_mention.seen_at)))
}

/** Returns the deleted note, or null when this person had no such note on this applicant. */
export async function deleteOwnNote(tx: Db, own: { note_id: number; user_session_id: number; written_by: number }) {
  const [found] = await tx
    .select()
    .from(note)
    .where(and(eq(note.note_id, own.note_id), eq(note.user_session_id, own.user_session_id), eq(note.written_by, own.written_by)))
    .for('no key update')
  if (!found) return null
  await tx.delete(note_mention).where(inArray(note_mention.note_id, [own.note_id]))
  await tx.delete(note).where(eq(note.note_id, own.note_id))
  return found
}

type PendingNotice = { user_session_id: number; alias: string; function_role_name: string; by_email: string; at: string }

export async function listUnreadMentions(db: Db, { staff_account_id, scope }: StaffCaller): Promise<(PendingNotice & { note_id: number })[]> {
  const { rows } = await db.execute<PendingNotice & { note_id: number }>(sql`
    select m.note_id, u.user_session_id, u.alias, r.function_role_name, a.email as by_email, m.created_at as at
    from note_mention m join note n using (note_id) join staff_account a on a.staff_account_id = n.written_by
    join user_session u on u.user_session_id = m.user_session_id join function_role r using (ref_function_role_id)
    where m.staff_account_id = ${staff_account_id} and m.seen_at is null and ${visible(scope, 'u')} order by m.created_at desc limit 100`)
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

/** Open applications assigned to this person. */
export async function listAssigned(db: Db, { staff_account_id, scope }: StaffCaller): Promise<(PendingNotice & { application_status: string })[]> {
  const { rows } = await db.execute<PendingNotice & { application_status: string }>(sql`
    select u.user_session_id, u.alias, r.function_role_name, a.email as by_email, t.assigned_at as at, s.application_status
    from assignment t join staff_account a on a.staff_account_id = t.assigned_by
    join user_session u using (user_session_id) join function_role r using (ref_function_role_id) join application_status s using (ref_application_status_id)
    where t.staff_account_id = ${staff_account_id} and ${visible(scope, 'u')} and ${isOwed('u')} order by t.assigned_at desc limit 100`)
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

/** Locked, so two simultaneous assignments run one after the other. */
export async function findAssignee(tx: Db, user_session_id: number): Promise<string | null> {
  await tx.execute(sql`select 1 from user_session where user_session_id = ${user_session_id} for no key update`)
  const [row] = await tx
    .select({ email: staff_account.email })
    .from(assignment)
    .innerJoin(staff_account, eq(staff_account.staff_account_id, assignment.staff_account_id))
    .where(eq(assignment.user_session_id, user_session_id))
  return row?.email ?? null
}

/** People who assign an applicant to themselves don't need a digest about it. */
export async function setAssignment(tx: Db, given: { user_session_id: number; staff_account_id: number; assigned_by: number }): Promise<void> {
  const set = { ...given, assigned_at: sql`now()`, told_at: given.assigned_by === given.staff_account_id ? sql`now()` : null }
  await tx.insert(assignment).values(set).onConflictDoUpdate({ target: assignment.user_session_id, set })
}

export async function deleteAssignment(tx: Db, user_session_id: number): Promise<void> {
  await tx.delete(assignment).where(eq(assignment.user_session_id, user_session_id))
}
