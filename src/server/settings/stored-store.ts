import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { stored_setting } from '#server/db/tables.ts'

export type StoredRow = { setting_name: string; value: string }

const columns = { setting_name: stored_setting.setting_name, value: stored_setting.value }

export function listStoredSettings(db: Db): Promise<StoredRow[]> {
  return db.select(columns).from(stored_setting).orderBy(asc(stored_setting.setting_name))
}

/** Returns whether this database's schema has settings made in the product. */
export async function hasStoredSettings(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select to_regclass('stored_setting') is not null as there`)
  return rows[0]!['there'] === true
}

/** Blocks other changes to settings until the transaction ends. */
export async function lockStoredSettings(tx: Db): Promise<void> {
  await tx.execute(sql`lock table stored_setting in share row exclusive mode`)
}

export async function saveStoredSetting(tx: Db, { setting_name, value }: StoredRow): Promise<void> {
  const set = { value, modified_at: sql`now()` }
  await tx.insert(stored_setting).values({ setting_name, value }).onConflictDoUpdate({ target: stored_setting.setting_name, set })
}

export async function deleteStoredSetting(tx: Db, setting_name: string): Promise<void> {
  await tx.delete(stored_setting).where(eq(stored_setting.setting_name, setting_name))
}
