import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { hiring_decision_detail, red_flag, staff_account } from '#server/db/tables.ts'

const decision = {
  fgl_hiring_decision_detail_id: hiring_decision_detail.fgl_hiring_decision_detail_id,
  user_session_id: hiring_decision_detail.user_session_id,
  fgl_ref_red_flag_id: hiring_decision_detail.fgl_ref_red_flag_id,
  fgl_absent_flag: hiring_decision_detail.fgl_absent_flag,
  fgl_rationale: hiring_decision_detail.fgl_rationale,
  row_created_user_id: hiring_decision_detail.row_created_user_id,
  row_modified_user_id: hiring_decision_detail.row_modified_user_id,
  source: hiring_decision_detail.source,
  reviewed: hiring_decision_detail.reviewed,
  decided: hiring_decision_detail.decided,
  meant_otherwise: hiring_decision_detail.meant_otherwise,
  generated: hiring_decision_detail.generated,
  modified_at: hiring_decision_detail.modified_at,
  modified_by_email: staff_account.email,
}

const lastEditor = sql`${staff_account.staff_account_id} = coalesce(${hiring_decision_detail.row_modified_user_id}, ${hiring_decision_detail.row_created_user_id})`

export type Decision = NonNullable<Awaited<ReturnType<typeof findDecision>>>
/** An applicant's row for a red flag. */
export type Row = { user_session_id: number; fgl_ref_red_flag_id: number }

export function listDecisions(db: Db, user_session_id: number, fgl_ref_red_flag_id: number | undefined) {
  const matchesFlag = fgl_ref_red_flag_id === undefined ? undefined : eq(hiring_decision_detail.fgl_ref_red_flag_id, fgl_ref_red_flag_id)
  return db
    .select(decision)
    .from(hiring_decision_detail)
    .innerJoin(red_flag, eq(red_flag.fgl_ref_red_flag_id, hiring_decision_detail.fgl_ref_red_flag_id))
    .leftJoin(staff_account, lastEditor)
    .where(and(eq(hiring_decision_detail.user_session_id, user_session_id), matchesFlag))
    .orderBy(asc(red_flag.sort_order), asc(red_flag.fgl_ref_red_flag_id))
}

export async function findDecision(db: Db, { user_session_id, fgl_ref_red_flag_id }: Row) {
  const [row] = await db.select(decision).from(hiring_decision_detail).leftJoin(staff_account, lastEditor).where(isRow(user_session_id, fgl_ref_red_flag_id))
  return row ?? null
}

/** Serializes changes to the same row. */
export async function lockDecision(tx: Db, row: Row): Promise<Decision | null> {
  await tx
    .select({ id: hiring_decision_detail.fgl_hiring_decision_detail_id })
    .from(hiring_decision_detail)
    .where(isRow(row.user_session_id, row.fgl_ref_red_flag_id))
    .for('no key update')
  return findDecision(tx, row)
}

const isRow = (user_session_id: number, fgl_ref_red_flag_id: number) =>
  and(eq(hiring_decision_detail.user_session_id, user_session_id), eq(hiring_decision_detail.fgl_ref_red_flag_id, fgl_ref_red_flag_id))

export type Content = {
  fgl_absent_flag: boolean
  fgl_rationale: string | null
  source: 'generated' | 'person'
  reviewed: boolean
  decided: boolean
  meant_otherwise: boolean
  generated: unknown
}

/** Returns false if someone else has just created the row. */
export async function insertDecision(tx: Db, row: Row & Content, staff_account_id: number): Promise<boolean> {
  const inserted = await tx
    .insert(hiring_decision_detail)
    .values({ ...row, row_created_user_id: staff_account_id })
    .onConflictDoNothing()
    .returning({ id: hiring_decision_detail.fgl_hiring_decision_detail_id })
  return inserted.length > 0
}

export async function setDecision(tx: Db, { user_session_id, fgl_ref_red_flag_id }: Row, content: Content & { row_modified_user_id: number }): Promise<void> {
  await tx
    .update(hiring_decision_detail)
    .set({ ...content, modified_at: sql`now()` })
    .where(isRow(user_session_id, fgl_ref_red_flag_id))
}

/** Saves a draft next to a person's text, without changing the text. */
export async function setGenerated(tx: Db, { user_session_id, fgl_ref_red_flag_id }: Row, generated: unknown): Promise<void> {
  await tx.update(hiring_decision_detail).set({ generated }).where(isRow(user_session_id, fgl_ref_red_flag_id))
}

export async function readNow(db: Db): Promise<string> {
  const { rows } = await db.execute<{ now: string }>(sql`select now()`)
  return new Date(rows[0]!.now).toISOString()
}
