import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts'
import { openAccount } from '#server/auth/store.ts'
import { openLoop, type Job } from '#server/open-loop.ts'
import type { Services } from '#server/services.ts'
import { endAllSessions, notifyOwners } from './save-person.ts'
import { findSettingsOwners, setSettingsOwners, type SettingsOwners } from './settings-owners-store.ts'
import { lockOwners } from './store.ts'
import { lockTeams } from './team-store.ts'

const CHECK_EVERY_MS = 60_000

type Deps = Pick<Services, 'db' | 'env' | 'database'>

/**
 * Records and emails what changed in `ADMIN_EMAILS` since any process last compared it. An address is added as soon as one process has it, and removed
 * once none has had it for `MISSING_MINUTES`, so processes that restart one after the other with new settings report each change once.
 */
export async function recordSettingsOwners({ db, env, database }: Deps): Promise<void> {
  const seen = await findSettingsOwners(db)
  if (seen && isSettled(seen, env.ADMIN_EMAILS)) return
  await db.transaction(async (tx) => {
    await lockTeams(tx)
    const known = await findSettingsOwners(tx)
    if (!known) return setSettingsOwners(tx, { emails: env.ADMIN_EMAILS, missing: [] })
    const { added, missing } = difference(known, env.ADMIN_EMAILS)
    // No other process can have an embedded database open.
    const removed = database.embedded || (known.is_over && isSame(missing, known.missing)) ? missing : []
    const lasting = [...known.emails.filter((email) => !removed.includes(email)), ...env.ADMIN_EMAILS, ...(await lockOwners(tx))]
    // Someone who's removed at the same time still gets the email about who was added.
    const entries: AuditEntry[] = []
    for (const email of added) entries.push(await announce({ tx, env }, [...lasting, ...removed], { email, isNew: true }))
    for (const email of removed) entries.push(await announce({ tx, env }, lasting, { email, isNew: false }))
    if (added.length === 0 && removed.length === 0 && isSame(missing, known.missing)) return
    const emails = [...known.emails, ...added].filter((email) => !removed.includes(email))
    await setSettingsOwners(tx, { emails, missing: removed.length > 0 ? [] : missing })
    if (entries.length > 0) await recordAudit(tx, ...entries)
  })
}

/** The same, but only logs a failure, because the next comparison is within a minute. */
export async function recordSettingsOwnersSafely(services: Deps & Pick<Services, 'log'>): Promise<void> {
  try {
    await recordSettingsOwners(services)
  } catch (error) {
    services.log.warn({ code: (error as { code?: string }).code }, 'the owners in the settings could not be compared')
  }
}

/** Keeps comparing, because other processes may have different settings, and settings can change in the product. */
export function openOwnersWatcher(services: Deps & Pick<Services, 'log'>): Job {
  const work = async () => {
    await recordSettingsOwnersSafely(services)
    return false
  }
  return openLoop({ work, everyMs: CHECK_EVERY_MS, breathMs: CHECK_EVERY_MS })
}

function difference({ emails }: SettingsOwners, given: string[]) {
  return { added: given.filter((email) => !emails.includes(email)), missing: emails.filter((email) => !given.includes(email)) }
}

function isSettled(known: SettingsOwners, given: string[]): boolean {
  const { added, missing } = difference(known, given)
  return added.length === 0 && isSame(missing, known.missing) && !known.is_over
}

const isSame = (some: string[], others: string[]) => some.length === others.length && some.every((one) => others.includes(one))

async function announce(
  { tx, env }: { tx: Deps['db']; env: Deps['env'] },
  owners: string[],
  { email, isNew }: { email: string; isNew: boolean },
): Promise<AuditEntry> {
  const staff_account_id = await openAccount(tx, email)
  if (!owners.includes(email)) await endAllSessions(tx, { email, staff_account_id })
  await notifyOwners({ tx, env, caller: null }, [...new Set(owners)], { email, isNew, isInSettings: true })
  const action = isNew ? 'owner.added' : 'owner.removed'
  return { actor: null, action, subject_kind: 'account', subject_id: staff_account_id, facts: { in_settings: true } }
}
