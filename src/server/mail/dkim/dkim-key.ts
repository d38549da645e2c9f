import { generateKeyPairSync } from 'node:crypto'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import type { Keys } from '#server/http/keys.ts'
import { seal, unseal } from '#server/mail/sealed.ts'
import { findDkimKeyRow, lockDkimKeys, saveDkimKey } from './dkim-key-store.ts'

const SEALED_FOR = 'DKIM key'
/** Ed25519 (RFC 8463) isn't verified everywhere yet. */
const RSA_BITS = 2048

/** The key a message is signed with, and its selector; the private key is in PEM. */
export type DkimKey = { keySelector: string; privateKey: string }

/** Returns the key this installation signs mail with, or null if signing is off or no key can be decrypted with its secret key. */
export async function findDkimKey({ db, env, keys }: { db: Db; env: Env; keys: Keys }): Promise<DkimKey | null> {
  if (!env.DKIM_SIGNING) return null
  const row = await findDkimKeyRow(db, env.DKIM_SELECTOR!)
  const privateKey = row && decryptKey(keys, row.private_key)
  return privateKey ? { keySelector: env.DKIM_SELECTOR!, privateKey } : null
}

/** Returns the TXT record of a selector's key. Creates the key if there's none, or none that can be decrypted with this secret key. */
export async function ensureDkimKey(tx: Db, keys: Keys, selector: string): Promise<{ record: string; isNew: boolean }> {
  const existingKey = (await lockDkimKeys(tx)).find((row) => row.selector === selector)
  if (existingKey && decryptKey(keys, existingKey.private_key)) return { record: recordOf(existingKey.public_key), isNew: false }
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: RSA_BITS })
  const public_key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const private_key = seal(keys, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), SEALED_FOR)
  await saveDkimKey(tx, { selector, public_key, private_key })
  return { record: recordOf(public_key), isNew: true }
}

/** Encrypts every key with the current secret key, because previous ones aren't accepted forever. */
export async function resealDkimKeys({ db, keys }: { db: Db; keys: Keys }): Promise<void> {
  await db.transaction(async (tx) => {
    for (const row of await lockDkimKeys(tx)) {
      const private_key = decryptKey(keys, row.private_key)
      if (private_key) await saveDkimKey(tx, { ...row, private_key: seal(keys, private_key, SEALED_FOR) })
    }
  })
}

export const recordOf = (public_key: string) => `v=DKIM1; k=rsa; p=${public_key}`

function decryptKey(keys: Keys, private_key: string): string | null {
  try {
    return unseal(keys, private_key, { opened: SEALED_FOR })
  } catch {
    return null
  }
}
