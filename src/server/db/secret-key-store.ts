import { asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { secret_key, server_key } from './tables.ts'

/** A key that was replaced opens links and cookies for this long; records of erasures it verifies forever. */
const ACCEPTED_DAYS = 180

const columns = {
  fingerprint: secret_key.fingerprint,
  created_at: secret_key.created_at,
  replaced_at: secret_key.replaced_at,
  kept: secret_key.kept,
  kept_with: secret_key.kept_with,
  handed_over: secret_key.handed_over,
  handed_with: secret_key.handed_with,
  signs: sql<boolean>`${secret_key.signs_from} <= now()`,
  is_accepted: sql<boolean>`coalesce(${secret_key.replaced_at} > now() - make_interval(days => ${ACCEPTED_DAYS}), true)`,
}

/** The oldest first. */
export function listSecretKeys(db: Db) {
  return db
    .select(columns)
    .from(secret_key)
    .orderBy(asc(secret_key.created_at), sql`${secret_key.replaced_at} asc nulls last`)
}
export type SecretKey = Awaited<ReturnType<typeof listSecretKeys>>[number]

/** Whether this database's schema has keys that change. */
export async function hasSecretKeys(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select to_regclass('secret_key') is not null as there`)
  return rows[0]!['there'] === true
}

/** Until the end of the transaction, no other process adds or replaces a key. */
export async function lockSecretKeys(tx: Db): Promise<void> {
  await tx.execute(sql`lock table secret_key in share row exclusive mode`)
}

type Fresh = { fingerprint: string; kept: string | null; kept_with?: string | null; handed_over?: string; handed_with?: string }

/** The current key from now on; `seconds` later it's used for new values. */
export async function insertSecretKey(tx: Db, fresh: Fresh, seconds: number): Promise<void> {
  await tx
    .update(secret_key)
    .set({ replaced_at: sql`now()` })
    .where(isNull(secret_key.replaced_at))
  // A statement later than the row before it, even within one transaction.
  const values = { ...fresh, created_at: sql`clock_timestamp()`, signs_from: sql`now() + make_interval(secs => ${seconds})` }
  await tx.insert(secret_key).values(values)
}

export async function insertReplacedKey(tx: Db, fresh: Fresh): Promise<void> {
  await tx.insert(secret_key).values({ ...fresh, signs_from: sql`now()`, replaced_at: sql`now()` })
}

export async function setKept(tx: Db, fingerprint: string, kept: { kept: string; kept_with: string | null }): Promise<void> {
  await tx.update(secret_key).set(kept).where(eq(secret_key.fingerprint, fingerprint))
}

/** The settings have the new key, and every process has had a minute to learn it. */
export async function endHandover(db: Db, fingerprint: string): Promise<void> {
  await db
    .update(secret_key)
    .set({ handed_over: null, handed_with: null })
    .where(sql`${secret_key.fingerprint} = ${fingerprint} and ${isNotNull(secret_key.handed_over)} and ${secret_key.signs_from} < now() - interval '1 minute'`)
}

/** The key that versions before `secret_key` generated. */
export async function findFirstKey(db: Db): Promise<string | null> {
  const [row] = await db.select().from(server_key).where(eq(server_key.purpose, 'root'))
  return row?.key ?? null
}

export async function deleteFirstKey(tx: Db): Promise<void> {
  await tx.delete(server_key).where(eq(server_key.purpose, 'root'))
}
