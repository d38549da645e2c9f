import type { Db } from '#server/db/connect.ts'
import { findServerKey, insertServerKey } from '#server/db/server-key.ts'
import { deriveKeys, randomToken, type Keys } from './keys.ts'

/** The installation's keys: from SECRET_KEY, else from a secret that the first process created and all share. */
export async function loadKeys(db: Db, secret: string | undefined): Promise<Keys> {
  if (secret) return deriveKeys(secret)
  await insertServerKey(db, 'root', randomToken())
  return deriveKeys(await findServerKey(db, 'root'))
}
