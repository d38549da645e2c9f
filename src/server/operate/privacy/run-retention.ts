import { RETENTION_PERIODS, longestKeepingDays } from '#contract/candidate/retention.ts'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { Services } from '#server/services.ts'
import { eraseKeepingTraces, ON_HOLD, type Erasure } from './erase-applicant.ts'
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
  /** How many couldn't be erased or restricted, or whose files couldn't be deleted. Each is logged. */
  failed: number
}

type Deps = Pick<Services, 'db' | 'database' | 'files' | 'env' | 'log'> & Partial<Pick<Services, 'keys'>>
type Asked = Parameters<typeof eraseKeepingTraces>[1]

/**
 * Anonymizes unsuccessful applications RETENTION_DAYS after the last personnel action, and restricted ones whose mandatory period is over. One that
 * fails doesn't stop the others and is tried again the next night. A dry run only lists them.
 */
export async function runRetention(services: Deps, { dryRun }: { dryRun: boolean }): Promise<Retention> {
  const days = services.env.RETENTION_DAYS
  const due = days > 0 ? await listOverdue(services.db, UNSUCCESSFUL, days) : []
  const pastMandatoryPeriod = await listReleased(services.db, longestKeepingDays(services.env))
  const requestedErasures = await listRequestedErasures(services.db)
  const result: Retention = { days, due, erased: 0, released: dryRun ? pastMandatoryPeriod.length : 0, failed: 0 }
  if (dryRun) return result
  const erase = async (user_session_ids: number[], reason: string, insideMandatory: Asked['insideMandatory']) => {
    let erased = 0
    for (const user_session_id of user_session_ids) {
      const outcome = await eraseOrLog(services, { user_session_id, reason, insideMandatory })
      if (outcome === 'erased') erased++
      if (outcome === 'failed') result.failed++
    }
    return erased
  }
  const overdue = due.map(({ user_session_id }) => user_session_id)
  result.erased = await erase(overdue, `retention of ${days} days`, 'keep')
  result.released = await erase(pastMandatoryPeriod, 'the mandatory period is over', 'keep')
  await erase(requestedErasures, 'asked for by the candidate', 'restrict')
  // A failed one may already have been erased from the database.
  if (result.erased + result.released + requestedErasures.length + result.failed > 0) await removeTraces(services.database)
  return result
}

/** Keeps the application if a decision was made after the list was read, and leaves one put on hold since then, or that fails, for the next night. */
async function eraseOrLog(services: Deps, asked: Asked): Promise<Erasure['outcome'] | 'failed'> {
  try {
    return (await eraseKeepingTraces(services, asked)).outcome
  } catch (error) {
    const { code, name } = error as Error & { code?: string }
    if (code === ON_HOLD) return 'kept'
    services.log.error({ user_session_id: asked.user_session_id, code, type: name }, 'an application was not erased, or its files were not deleted')
    return 'failed'
  }
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
