import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { SigningKey } from '#contract/signing-keys.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Db } from '#server/db/connect.ts'
import type { Keys } from '#server/http/keys.ts'
import { seal, unseal } from '#server/mail/sealed.ts'
import { type SigningKeyRow, findSigningKey, insertSigningKey, lockSigningKey, retireSigningKey, setPrivateKey } from './signing-key-store.ts'

const SEALED_FOR = 'signing key'

/** Creates the installation's first signing key if it doesn't have one. */
export async function ensureSigningKey(db: Db, keys: Keys): Promise<void> {
  if (!(await findSigningKey(db))) await insertSigningKey(db, freshKey(keys))
}

/**
 * Replaces the key that signs packets, in one transaction with its audit row. Packets signed before stay valid: the public key is kept and the
 * private key deleted. Returns the new fingerprint.
 */
export async function rotateSigningKey(db: Db, keys: Keys, actor: Caller | null = null): Promise<{ fingerprint: string }> {
  return db.transaction(async (tx) => {
    const previous = await lockSigningKey(tx, 'update')
    await retireSigningKey(tx)
    const next = freshKey(keys)
    if (!(await insertSigningKey(tx, next))) throw new Error('Another process has just replaced the signing key.')
    const facts = { fingerprint: next.fingerprint, ...(previous && { previous: previous.fingerprint }) }
    await recordAudit(tx, { actor, action: 'signing-key.rotated', subject_kind: 'signing-key', facts })
    return { fingerprint: next.fingerprint }
  })
}

/** Re-encrypts the signing key under another SECRET_KEY, in the caller's transaction. Throws if `from` can't decrypt it. */
export async function resealSigningKey(tx: Db, from: Keys, to: Keys): Promise<void> {
  const current = await lockSigningKey(tx, 'update')
  if (current?.private_key) await setPrivateKey(tx, seal(to, decryptSigningKey(from, current.private_key), SEALED_FOR))
}

/** Encrypts it with the current secret key, because previous ones are only accepted for a limited time. */
export async function resealSigningKeyNow({ db, keys }: { db: Db; keys: Keys }): Promise<void> {
  await db.transaction((tx) => resealSigningKey(tx, keys, keys))
}

export type Signer = { fingerprint: string; public_key: string; sign: (text: string) => string }

/** Returns the current key, locked until the transaction ends. Throws if it can't be decrypted with this SECRET_KEY. */
export async function openSigner(tx: Db, keys: Keys): Promise<Signer> {
  await ensureSigningKey(tx, keys)
  const { fingerprint, public_key, private_key } = (await lockSigningKey(tx, 'share'))!
  const own = createPrivateKey({ key: Buffer.from(decryptSigningKey(keys, private_key ?? ''), 'base64url'), format: 'der', type: 'pkcs8' })
  return { fingerprint, public_key, sign: (text) => sign(null, Buffer.from(text), own).toString('base64url') }
}

/** Returns the key as `/.well-known/rounds-keys.json` lists it. */
export function presentKey({ fingerprint, public_key, created_at, retired_at }: SigningKeyRow): SigningKey {
  return { kty: 'OKP', crv: 'Ed25519', use: 'sig', kid: fingerprint, x: public_key, created_at, retired_at }
}

function decryptSigningKey(keys: Keys, private_key: string): string {
  try {
    return unseal(keys, private_key, { opened: SEALED_FOR })
  } catch {
    throw new Error("The signing key can't be opened with this SECRET_KEY. Start with the one it was made under, or run 'key rotate'.")
  }
}

function freshKey(keys: Keys) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  const private_key = seal(keys, privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'), SEALED_FOR)
  return { fingerprint: createHash('sha256').update(raw).digest('hex'), public_key: raw.toString('base64url'), private_key }
}
