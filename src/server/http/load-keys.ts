import type { Db } from '#server/db/connect.ts'
import { deleteFirstKey, findFirstKey, insertReplacedKey, insertSecretKey, listSecretKeys, lockSecretKeys, setKept } from '#server/db/secret-key-store.ts'
import { fingerprintOf, isComplete, keysOf, openRing, sealKey, missingKeyReason, type Ring } from './key-ring.ts'
import { randomToken, type Keys } from './keys.ts'

/** By the time a new key is used, every running process has read it: they check every 15 seconds. */
const SPREAD_SECONDS = 45

/**
 * Returns the installation's keys: from SECRET_KEY, or else one that the first process generated and all share. A first SECRET_KEY replaces the
 * generated key, which is kept for verifying and decrypting. If SECRET_KEY isn't this database's key, throws a one-sentence error and changes
 * nothing.
 */
export async function loadKeys(db: Db, secret: string | undefined): Promise<Keys> {
  const ring = await readRing(db, secret)
  if (isComplete(ring) && !isFirstSecret(ring, secret)) return keysOf(ring)
  if (ring.current && !isComplete(ring)) throw new Error(missingKeyReason(ring, secret, 'This database'))
  return db.transaction(async (tx) => {
    await lockSecretKeys(tx)
    const now = await readRing(tx, secret)
    if (now.rows.length === 0) await writeFirst(tx, secret)
    else if (isFirstSecret(now, secret)) await replaceKey(tx, now, { secret: secret!, inSettings: true })
    return keysOf(await readRing(tx, secret))
  })
}

/** Reads the keys without changing anything; `known` are those this process has in memory. */
export async function readRing(db: Db, secret: string | undefined, known: string[] = []): Promise<Ring> {
  const rows = await listSecretKeys(db)
  const first = rows.length === 0 ? await findFirstKey(db) : null
  return openRing(rows, [...(secret ? [secret] : []), ...known, ...(first === null ? [] : [first])])
}

type NextKey = { secret: string; inSettings: boolean }

/** Makes `next` the current key. Previous keys are kept: encrypted with it if it's in the settings, otherwise unencrypted. */
export async function replaceKey(tx: Db, { rows, secrets, current }: Ring, next: NextKey): Promise<void> {
  const fingerprint = fingerprintOf(next.secret)
  for (const row of rows) {
    const secret = secrets.get(row.fingerprint)
    if (secret !== undefined) await setKept(tx, row.fingerprint, keeping(secret, next))
  }
  const before = current && secrets.get(current.fingerprint)
  const handover = next.inSettings && before ? { handed_over: sealKey(before, next.secret), handed_with: current.fingerprint } : {}
  const kept = next.inSettings ? null : next.secret
  await insertSecretKey(tx, { fingerprint, kept, ...handover }, before ? SPREAD_SECONDS : 0)
}

/** Replaces a lost key with the SECRET_KEY from the settings, or with a new key in the database. */
export async function replaceLostKeyWith(tx: Db, ring: Ring, secret: string | undefined): Promise<void> {
  if (secret && ring.rows.some(({ fingerprint }) => fingerprint === fingerprintOf(secret)))
    throw new Error('SECRET_KEY was replaced before: set it to a new value. Nothing was changed.')
  await replaceKey(tx, ring, { secret: secret ?? randomToken(), inSettings: secret !== undefined })
}

function keeping(secret: string, next: NextKey): { kept: string; kept_with: string | null } {
  return next.inSettings ? { kept: sealKey(next.secret, secret), kept_with: fingerprintOf(next.secret) } : { kept: secret, kept_with: null }
}

/** Returns whether this is the first SECRET_KEY of an installation that has stored its key in the database. */
function isFirstSecret({ rows, current, secrets }: Ring, secret: string | undefined): boolean {
  if (!secret || !current) return false
  const isOpen = current.kept !== null && current.kept_with === null && secrets.has(current.fingerprint)
  return isOpen && rows.every(({ fingerprint }) => fingerprint !== fingerprintOf(secret))
}

async function writeFirst(tx: Db, secret: string | undefined): Promise<void> {
  const first = await findFirstKey(tx)
  const next = { secret: secret ?? first ?? randomToken(), inSettings: secret !== undefined }
  if (first !== null && first !== next.secret) await insertReplacedKey(tx, { fingerprint: fingerprintOf(first), ...keeping(first, next) })
  await insertSecretKey(tx, { fingerprint: fingerprintOf(next.secret), kept: next.inSettings ? null : next.secret }, 0)
  await deleteFirstKey(tx)
}
