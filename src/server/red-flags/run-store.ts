import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { rationale_run } from '#server/db/tables.ts'
import type { Row } from './decision-store.ts'

/** Longer than any generator may take, so a run this old belongs to a process that died. */
const RUN_SECONDS = 60

export async function removeEndedRuns(tx: Db, staff_account_id: number): Promise<void> {
  await tx.delete(rationale_run).where(and(eq(rationale_run.staff_account_id, staff_account_id), lt(rationale_run.ends_at, sql`now()`)))
}

export async function countRuns(tx: Db, staff_account_id: number): Promise<number> {
  return tx.$count(rationale_run, eq(rationale_run.staff_account_id, staff_account_id))
}

/** Returns the run's ID; null while another run for the same row is in progress. An expired run is replaced. */
export async function insertRun(tx: Db, { user_session_id, fgl_ref_red_flag_id }: Row, staff_account_id: number): Promise<number | null> {
  const ends_at = sql`now() + make_interval(secs => ${RUN_SECONDS})`
  const [row] = await tx
    .insert(rationale_run)
    .values({ user_session_id, fgl_ref_red_flag_id, staff_account_id, ends_at })
    .onConflictDoUpdate({
      target: [rationale_run.user_session_id, rationale_run.fgl_ref_red_flag_id],
      set: { staff_account_id, ends_at, rationale_run_id: sql`excluded.rationale_run_id` },
      setWhere: lt(rationale_run.ends_at, sql`now()`),
    })
    .returning({ rationale_run_id: rationale_run.rationale_run_id })
  return row?.rationale_run_id ?? null
}

export async function deleteRun(db: Db, rationale_run_id: number): Promise<void> {
  await db.delete(rationale_run).where(eq(rationale_run.rationale_run_id, rationale_run_id))
}
