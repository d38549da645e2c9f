import { eq } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { server_key } from './tables.ts'

/** Keeps an existing key. */
export async function insertServerKey(db: Db, purpose: string, key: string): Promise<void> {
  await db.insert(server_key).values({ purpose, key }).onConflictDoNothing()
}

export async function findServerKey(db: Db, purpose: string): Promise<string> {
  const [row] = await db.select().from(server_key).where(eq(server_key.purpose, purpose))
  return row!.key
}
