import { deleteExpiredDrafts } from '#server/applications/drafts/draft-store.ts'
import type { Services } from '#server/services.ts'
import { claimNightlyRun, deleteExpired } from './claim-store.ts'
import { listErasures } from './privacy-store.ts'
import { purgeAbandoned, purgeEmailBodies, runRetention } from './run-retention.ts'
import { sweepFiles } from './sweep-files.ts'
import { listTombstones, putTombstone } from './tombstones.ts'
import { sendCandidateDigests, sendColleagueDigests } from '#server/operate/morning/send-digests.ts'
import { sendHead } from '#server/operate/morning/send-head.ts'
import { sendMorning } from '#server/operate/morning/send-morning.ts'
import { compareWithExclusions } from '#server/licenses/exclusions.ts'
import { sendExpiryReminders } from '#server/licenses/remind-expiring.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'

const FIRST_CHECK_MS = 5 * 60_000
const CHECK_EVERY_MS = 15 * 60_000

type Deps = Pick<Services, 'db' | 'database' | 'files' | 'env' | 'keys' | 'log'>

/** Checks every 15 minutes whether the nightly jobs or the morning emails still have to run; only one process per database runs them. */
export function openNightly(services: Deps): { start: () => void; stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<unknown> = Promise.resolve()
  const check = () => {
    working = Promise.all([
      attempt(services, 'the nightly work', runNightlyJobs(services)),
      attempt(services, 'the morning emails', sendMorning(services)),
      attempt(services, 'sending the newest row of the audit trail', sendHead(services)),
      attempt(
        services,
        'the digests',
        sendColleagueDigests(services).then(() => sendCandidateDigests(services)),
      ),
      attempt(services, 'the exclusion list', services.db.transaction(compareWithExclusions)),
      attempt(services, 'the reminders of expiring licenses', sendExpiryReminders(services)),
    ])
    timer = setTimeout(check, CHECK_EVERY_MS).unref()
  }
  return {
    start: () => void (timer ??= setTimeout(check, FIRST_CHECK_MS).unref()),
    async stop() {
      clearTimeout(timer)
      await working
    },
  }
}

/** Runs retention, purge, sweep and the audit-trail check, unless another process has done so tonight. A step that fails doesn't stop the others. */
export async function runNightlyJobs(services: Deps): Promise<void> {
  if (!(await claimNightlyRun(services.db, services.env.TIME_ZONE))) return
  const step = <Result>(what: string, work: Promise<Result>) => attempt(services, what, work)
  const retention = await step('retention', runRetention(services, { dryRun: false }))
  const purged = await step('deleting unsubmitted applications', purgeAbandoned(services))
  const email_bodies = await step('deleting the text of old emails', purgeEmailBodies(services))
  await step('recording erasures', recordErasures(services))
  const drafts = await step('deleting old drafts', deleteExpiredDrafts(services.db))
  const swept = await step('sweeping files', sweepFiles(services))
  await step('deleting expired counters and codes', deleteExpired(services.db))
  const { erased, released, failed } = retention ?? {}
  services.log.info({ erased, released, failed, purged, email_bodies, drafts, swept }, 'the nightly work is done')
  // The log is stored separately from the database, so this line exposes a trail that was cut off or rewritten.
  const verdict = await verifyAudit(services.db, { erasures: { secret: services.env.SECRET_KEY, keys: services.keys } })
  if (verdict.broken)
    services.log.error(verdict.broken, verdict.broken.isUnproved ? 'part of the audit trail cannot be verified' : 'the audit trail was tampered with')
  else services.log.info({ audit_rows: verdict.rows, audit_head: verdict.head }, 'the audit trail is whole')
}

/** Returns the result of the work; if it fails, logs that and returns nothing. */
async function attempt<Result>({ log }: Pick<Deps, 'log'>, what: string, work: Promise<Result>): Promise<Result | undefined> {
  return work.catch((error: Error & { code?: string }) => {
    log.error({ code: error.code, type: error.name }, `${what} failed`)
    return undefined
  })
}

async function recordErasures({ db, files }: Pick<Deps, 'db' | 'files'>): Promise<void> {
  const knownErasures = new Set((await listTombstones(files)).map((tombstone) => `${tombstone.user_session_id} ${tombstone.created_at}`))
  for (const erased of await listErasures(db)) if (!knownErasures.has(`${erased.user_session_id} ${erased.created_at}`)) await putTombstone(files, erased)
}
