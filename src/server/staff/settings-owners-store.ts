import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { settings_owners } from '#server/db/tables.ts'

/** `is_over`: for `MISSING_MINUTES`, no process has reported that its settings still list the missing ones. */
export type SettingsOwners = { emails: string[]; missing: string[]; is_over: boolean }

/** Longer than a process takes to restart, and than two checks by a running one take. */
export const MISSING_MINUTES = 5

const columns = {
  emails: settings_owners.emails,
  missing: settings_owners.missing,
  is_over: sql<boolean>`coalesce(${settings_owners.missing_since} < now() - make_interval(mins => ${MISSING_MINUTES}), false)`,
}

/** Returns null before the first comparison. */
export async function findSettingsOwners(db: Db): Promise<SettingsOwners | null> {
  const [row] = await db.select(columns).from(settings_owners)
  return row ?? null
}

export async function setSettingsOwners(tx: Db, { emails, missing }: Pick<SettingsOwners, 'emails' | 'missing'>): Promise<void> {
  const set = { emails, missing, missing_since: missing.length > 0 ? sql`now()` : null }
  await tx.insert(settings_owners).values(set).onConflictDoUpdate({ target: settings_owners.only, set })
}

export async function deleteSettingsOwners(tx: Db): Promise<void> {
  await tx.delete(settings_owners)
}
