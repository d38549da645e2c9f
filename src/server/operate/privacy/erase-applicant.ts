import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { loadKeys } from '#server/http/load-keys.ts'
import { endAccess } from '#server/applications/access-store.ts'
import { keepRefusal } from '#server/candidate/updates/choose-updates.ts'
import { cancelErased } from '#server/scheduling/cancel-erased.ts'
import { listUpcoming } from '#server/scheduling/together-store.ts'
import { eraseAndRecord } from '#server/people/erasure-record.ts'
import { eraseDrafts, listBelongings } from '#server/people/personal-store.ts'
import { longestKeepingDays } from '#contract/candidate/retention.ts'
import {
  findMandatoryPeriod,
  insertErasure,
  listLinkedIds,
  lockSubject,
  setHold,
  setRestricted,
  type ErasedApplication,
  type Subject,
} from './privacy-store.ts'
import { removeTraces } from './remove-traces.ts'
import { hasTombstone, putTombstone, removeTombstone } from './tombstones.ts'

/** The code of the error for an application on legal hold. */
export const ON_HOLD = 'LEGAL_HOLD'

/** `keys`: those of a running server, which outlive a rotation; the command line reads them from the database. */
type Deps = Pick<Services, 'db' | 'database' | 'files' | 'env'> & Partial<Pick<Services, 'keys'>>
export type Erasure = { outcome: 'erased' | 'restricted' | 'kept'; mandatory_until: string; linked: number[] }
type Params = { user_session_id: number; reason: string; insideMandatory: 'restrict' | 'erase' | 'keep' }

/**
 * Erases an applicant's identity but keeps role, dates and status. During the four years for which the law may require records to be kept
 * (`longestKeepingDays`), the application is restricted instead: not shown anywhere, and erased when they're over; `insideMandatory` overrides this. Throws
 * for an application on legal hold.
 */
export async function eraseApplicant(services: Deps, asked: Params): Promise<Erasure> {
  const { left, ...erasure } = await eraseRows(services, asked)
  try {
    if (left) await deleteStoredFiles(services, left)
  } finally {
    if (erasure.outcome === 'erased') await removeTraces(services.database)
  }
  return erasure
}

/** Like `eraseApplicant`, for many in a row; call `removeTraces` once, after the last, even if some of them failed. */
export async function eraseKeepingTraces(services: Omit<Deps, 'database'>, asked: Params): Promise<Erasure> {
  const { left, ...erasure } = await eraseRows(services, asked)
  if (left) await deleteStoredFiles(services, left)
  return erasure
}

async function eraseRows({ db, files, env, keys }: Omit<Deps, 'database'>, { user_session_id, reason, insideMandatory }: Params) {
  let unsure: ErasedApplication | null = null
  return db
    .transaction(async (tx) => {
      const subject = await lockSubject(tx, user_session_id)
      assertErasable(subject, user_session_id)
      const mandatory = await findMandatoryPeriod(tx, user_session_id, longestKeepingDays(env))
      const outcomeDetails = { mandatory_until: mandatory.until, linked: await listLinkedIds(tx, user_session_id), left: null }
      const auditEntry = { actor: null, subject_kind: 'applicant', subject_id: user_session_id, personal: { reason } }
      const mustKeep = !mandatory.is_over && !subject.erased_at && insideMandatory !== 'erase'
      if (mustKeep && insideMandatory === 'keep') return { ...outcomeDetails, outcome: 'kept' as const }
      const upcoming = await listUpcoming(tx, user_session_id)
      if (mustKeep) {
        await keepRefusal(tx, user_session_id, () => setRestricted(tx, user_session_id, reason))
        await endAccess(tx, user_session_id)
        await eraseDrafts(tx, user_session_id)
        await cancelErased(tx, env, upcoming)
        await recordAudit(tx, { ...auditEntry, action: 'applicant.restricted' })
        return { ...outcomeDetails, outcome: 'restricted' as const }
      }
      const belongings = await listBelongings(tx, user_session_id)
      const facts = { user_session_id, ...(upcoming.length > 0 && { canceled_interviews: upcoming.length }) }
      await keepRefusal(tx, user_session_id, async () => eraseAndRecord(tx, keys ?? (await loadKeys(tx, env.SECRET_KEY)), facts))
      await cancelErased(tx, env, upcoming)
      const erased = { user_session_id, created_at: subject.created_at, erased_at: await insertErasure(tx, user_session_id) }
      if (!(await hasTombstone(files, erased))) unsure = erased
      await putTombstone(files, erased)
      return { ...outcomeDetails, outcome: 'erased' as const, left: belongings }
    })
    .catch(async (error: unknown) => {
      if (unsure) await removeUnlessErased({ db, files }, unsure).catch(() => {})
      throw error
    })
}

/**
 * Removes the tombstone of an erasure that was rolled back, because a restore would carry it out. The lock waits for an outcome that's still open. If
 * the database can't tell, the tombstone stays.
 */
async function removeUnlessErased({ db, files }: Pick<Deps, 'db' | 'files'>, erased: ErasedApplication): Promise<void> {
  await db.transaction(async (tx) => {
    const subject = await lockSubject(tx, erased.user_session_id)
    if (subject?.erased_at === null) await removeTombstone(files, erased)
  })
}

/** Files are deleted after their rows: anything a crash leaves has no row and is swept. Tries each file, then throws the first error. */
export async function deleteStoredFiles(
  { files, env }: Pick<Deps, 'files' | 'env'>,
  { keys, email_ids }: { keys: string[]; email_ids: number[] },
): Promise<void> {
  const folder = join(env.DATA_DIR, 'mail')
  const emails = (await readdir(folder).catch(() => [])).filter((name) => email_ids.some((id) => name.endsWith(`_${id}.eml`)))
  const deletions = await Promise.allSettled([...emails.map((name) => rm(join(folder, name), { force: true })), ...keys.map((key) => files.remove(key))])
  const failed = deletions.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

function assertErasable(subject: Subject | null, user_session_id: number): asserts subject is Subject {
  if (!subject) throw new Error(`Applicant with user_session_id=${user_session_id} was not found`)
  if (subject.legal_hold_reason === null) return
  const detail = `Application ${user_session_id} is on legal hold (${subject.legal_hold_reason}), so it can't be erased until the hold is lifted.`
  throw Object.assign(new Error(detail), { code: ON_HOLD })
}

/**
 * Puts an application on legal hold, or lifts the hold if the reason is null. The reason is stored in the row, not in the audit trail. A hold removes
 * the tombstone of an erasure that didn't take place, because a restore to a time before the hold would carry it out; returns whether there was one.
 */
export async function holdApplicant({ db, files }: Pick<Services, 'db' | 'files'>, user_session_id: number, reason: string | null): Promise<boolean> {
  const held = await db.transaction(async (tx) => {
    const subject = await lockSubject(tx, user_session_id)
    if (!subject) throw new Error(`Applicant with user_session_id=${user_session_id} was not found`)
    if (subject.erased_at) throw new Error(`Application ${user_session_id} has already been erased.`)
    await setHold(tx, user_session_id, reason)
    await recordAudit(tx, {
      actor: null,
      action: reason === null ? 'applicant.hold-lifted' : 'applicant.held',
      subject_kind: 'applicant',
      subject_id: user_session_id,
    })
    return { user_session_id, created_at: subject.created_at, erased_at: '' }
  })
  // Only once the hold is committed: without it, a tombstone left by a recovery must stay.
  const isNoted = reason !== null && (await hasTombstone(files, held))
  if (isNoted) await removeTombstone(files, held)
  return isNoted
}
