import { asc, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { signing_key } from '#server/db/tables.ts'

export type SigningKeyRow = typeof signing_key.$inferSelect

/** Returns false if another process has just created one. */
export async function insertSigningKey(db: Db, key: { fingerprint: string; public_key: string; private_key: string }): Promise<boolean> {
  return (await db.insert(signing_key).values(key).onConflictDoNothing().returning({ made: signing_key.fingerprint })).length > 0
}

export async function findSigningKey(db: Db): Promise<SigningKeyRow | null> {
  const [row] = await db.select().from(signing_key).where(isNull(signing_key.retired_at))
  return row ?? null
}

/** Locks the key: a rotation waits for signatures in progress, and vice versa. */
export async function lockSigningKey(tx: Db, how: 'share' | 'update'): Promise<SigningKeyRow | null> {
  const [row] = await tx.select().from(signing_key).where(isNull(signing_key.retired_at)).for(how)
  return row ?? null
}

/** Deletes the private key, so it can't sign anymore, and keeps the public key. */
export async function retireSigningKey(tx: Db): Promise<void> {
  await tx
    .update(signing_key)
    .set({ retired_at: sql`now()`, private_key: null })
    .where(isNull(signing_key.retired_at))
}

export async function setPrivateKey(tx: Db, private_key: string): Promise<void> {
  await tx.update(signing_key).set({ private_key }).where(isNotNull(signing_key.private_key))
}

/** Returns the keys, oldest first. */
export function listSigningKeys(db: Db): Promise<SigningKeyRow[]> {
  return db.select().from(signing_key).orderBy(asc(signing_key.created_at), asc(signing_key.fingerprint))
}
