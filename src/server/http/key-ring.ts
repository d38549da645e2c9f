import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SecretKey } from '#server/db/secret-key-store.ts'
import { deriveKeys, deriveSet, type Keys, type KeySet } from './keys.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** All of the installation's keys, and the secrets of those we can read: given, stored, or encrypted with another we can read. */
export type Ring = { rows: KeyRow[]; secrets: Map<string, string>; current: KeyRow | null }
export type KeyRow = Pick<SecretKey, 'fingerprint' | 'created_at' | 'replaced_at' | 'kept' | 'kept_with' | 'handed_over' | 'handed_with'> & {
  signs?: boolean
  is_accepted?: boolean
}

export const fingerprintOf = (secret: string) => deriveSet(secret).fingerprint

export function openRing(rows: KeyRow[], given: string[]): Ring {
  const secrets = new Map(given.map((secret) => [fingerprintOf(secret), secret]))
  for (let before = -1; before < secrets.size;) {
    before = secrets.size
    for (const row of rows) {
      const secret = secrets.get(row.fingerprint) ?? secretFor(row, secrets)
      if (secret !== null) secrets.set(row.fingerprint, secret)
    }
  }
  return { rows, secrets, current: rows.find(({ replaced_at }) => replaced_at === null) ?? null }
}

function secretFor({ kept, kept_with, handed_over, handed_with }: KeyRow, secrets: Map<string, string>): string | null {
  if (kept !== null && kept_with === null) return kept
  for (const [sealed, key] of [
    [kept, kept_with],
    [handed_over, handed_with],
  ] as const) {
    const secret = sealed && key && secrets.get(key)
    if (secret) return openKey(secret, sealed)
  }
  return null
}

/** Returns whether we have the current key. */
export function isComplete({ current, secrets }: Ring): boolean {
  return current !== null && secrets.has(current.fingerprint)
}

/** Returns the keys: new values use the current key or, until every process knows it, the previous one. */
export function keysOf(ring: Ring): Keys {
  const { rows, secrets, current } = ring
  const known = rows.filter(({ fingerprint }) => secrets.has(fingerprint))
  const signing = current!.signs === false ? (known.findLast((row) => row !== current) ?? current!) : current!
  const set = ({ fingerprint }: KeyRow) => deriveSet(secrets.get(fingerprint)!)
  const rest = known.filter((row) => row !== signing)
  return {
    ...deriveKeys(secrets.get(signing.fingerprint)!),
    others: rest.filter((row) => row.is_accepted !== false).map(set),
    retired: rest.filter((row) => row.is_accepted === false).map(set),
  }
}

/** Returns every key set we have, for verification. */
export function keySetsOf({ secrets }: Ring): KeySet[] {
  return [...secrets.values()].map(deriveSet)
}

/** Explains why we don't have the current key, in one sentence that names the setting; `what` is 'This database' or 'This backup'. */
export function missingKeyReason({ current, rows }: Ring, given: string | undefined, what: string): string {
  const key = `the secret key of ${monthOf(current!)}`
  if (!given) return `${what} needs ${key}, and SECRET_KEY isn't set: set it to the value it had.`
  const replaced = rows.find(({ fingerprint }) => fingerprint === fingerprintOf(given))
  return replaced
    ? `${what} needs ${key}, and SECRET_KEY is the one before it: set it to the value that \`key rotate\` printed.`
    : `${what} needs ${key}, and SECRET_KEY is a different one: set it to the value it had.`
}

export const monthOf = ({ created_at }: Pick<KeyRow, 'created_at'>) => new Date(created_at).toISOString().slice(0, 7)

export function sealKey(secret: string, key: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, wrapping(secret), nonce)
  const sealed = Buffer.concat([nonce, cipher.update(key, 'utf8'), cipher.final()])
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')
}

function openKey(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(CIPHER, wrapping(secret), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

const wrapping = (secret: string) => Buffer.from(hkdfSync('sha256', secret, 'rounds', 'kept keys', 32))
