import { sql } from 'drizzle-orm'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'

export const NIGHTLY_LOCK = 7266003
const STARTED = 'nightly.started'

/**
 * Returns true for the one process that may do tonight's work: the last run was over 20 hours ago and it's night in `time_zone`, or over 36 hours
 * ago. The claim is a row in the audit trail, so it survives a crash. One made while the clock was far ahead doesn't count; otherwise nothing would
 * run until then.
 */
export async function claimNightlyRun(db: Db, time_zone: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows: locked } = await tx.execute<{ is_ours: boolean }>(sql`select pg_try_advisory_xact_lock(${NIGHTLY_LOCK}) as is_ours`)
    if (!locked[0]?.is_ours) return false
    const { rows } = await tx.execute<{ is_due: boolean }>(sql`
      select not exists (
        select 1 from audit_trail where action = ${STARTED} and at > now() - case when extract(hour from now() at time zone ${time_zone}) between 2 and 4 then interval '20 hours' else interval '36 hours' end
          and at < now() + interval '1 day'
      ) as is_due`)
    if (!rows[0]?.is_due) return false
    await recordAudit(tx, { actor: null, action: STARTED, subject_kind: 'database' })
    return true
  })
}

/** Removes rate-limit counters and sign-in codes that expired long ago. */
export async function deleteExpired(db: Db): Promise<void> {
  await db.execute(sql`delete from rate_limit where expire < extract(epoch from now()) * 1000`)
  await db.execute(sql`delete from sign_in_code where created_at < now() - interval '30 days'`)
  await db.execute(sql`delete from known_browser_code where created_at < now() - interval '30 days'`)
}
