import { RETENTION_PERIODS, longestKeepingDays } from '#contract/candidate/retention.ts'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { Services } from '#server/services.ts'
import { eraseKeepingTraces } from './erase-applicant.ts'
import { removeTraces } from './remove-traces.ts'
import { listRequestedErasures, listOverdue, listReleased, purgeNeverSubmitted, deleteOldBodies } from './privacy-store.ts'

/** An accepted offer becomes a personnel file; every other status missing here is still open. */
const UNSUCCESSFUL = statusesWhere((meaning) => meaning.isUnsuccessful)
const BATCH_SIZE = 500
const BODIES_PER_BATCH = 1_000

export type Retention = {
  days: number
  due: { user_session_id: number; ref_application_status_id: number; last_action_at: string }[]
  erased: number
  released: number
}

/** Anonymizes unsuccessful applications RETENTION_DAYS after the last personnel action, and restricted ones whose mandatory period is over. A dry run only lists them. */
export async function runRetention(services: Pick<Services, 'db' | 'database' | 'files' | 'env'>, { dryRun }: { dryRun: boolean }): Promise<Retention> {
  const days = services.env.RETENTION_DAYS
  const due = days > 0 ? await listOverdue(services.db, UNSUCCESSFUL, days) : []
  const pastMandatoryPeriod = await listReleased(services.db, longestKeepingDays(services.env))
  const requestedErasures = await listRequestedErasures(services.db)
  const result: Retention = { days, due, erased: 0, released: dryRun ? pastMandatoryPeriod.length : 0 }
  if (dryRun) return result
  for (const { user_session_id } of due) if (await eraseIfAllowed(services, user_session_id, `retention of ${days} days`)) result.erased++
  for (const user_session_id of pastMandatoryPeriod) if (await eraseIfAllowed(services, user_session_id, 'the mandatory period is over')) result.released++
  for (const user_session_id of requestedErasures)
    await eraseKeepingTraces(services, { user_session_id, reason: 'asked for by the candidate', insideMandatory: 'restrict' })
  if (result.erased + result.released + requestedErasures.length > 0) await removeTraces(services.database)
  return result
}

/** Keeps the application if a decision was made after the list was read, and leaves one put on hold since then for the next night. */
async function eraseIfAllowed(services: Pick<Services, 'db' | 'files' | 'env'>, user_session_id: number, reason: string): Promise<boolean> {
  return (await eraseKeepingTraces(services, { user_session_id, reason, insideMandatory: 'keep' })).outcome === 'erased'
}

/** Deletes applications that were opened but not submitted in time. Returns how many. */
export async function purgeAbandoned({ db }: Pick<Services, 'db'>): Promise<number> {
  for (let purged = 0; ;) {
    const count = await db.transaction((tx) => purgeNeverSubmitted(tx, RETENTION_PERIODS.unsubmitted, BATCH_SIZE))
    purged += count
    if (count < BATCH_SIZE) return purged
  }
}

/** Deletes the text of emails after MAIL_RETENTION_DAYS, in short transactions. Returns how many. */
export async function purgeEmailBodies({ db, env }: Pick<Services, 'db' | 'env'>): Promise<number> {
  for (let purged = 0; ;) {
    const count = await deleteOldBodies(db, env.MAIL_RETENTION_DAYS, BODIES_PER_BATCH)
    purged += count
    if (count < BODIES_PER_BATCH) return purged
  }
}
