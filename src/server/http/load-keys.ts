import type { Db } from '#server/db/connect.ts'
import { deleteFirstKey, findFirstKey, insertReplacedKey, insertSecretKey, listSecretKeys, lockSecretKeys, setKept } from '#server/db/secret-key-store.ts'
import { fingerprintOf, isComplete, keysOf, openRing, sealKey, whyKeyIsMissing, type Ring } from './key-ring.ts'
import { randomToken, type Keys } from './keys.ts'

/** Until a new key is used, every running process has read it: they look every 15 seconds. */
const SPREAD_SECONDS = 45

/**
 * The installation's keys: from SECRET_KEY, else one that the first process created and all share. A first SECRET_KEY takes over from the
 * created one, which stays to verify and open. Throws one sentence, and changes nothing, when SECRET_KEY isn't the key of this database.
 */
export async function loadKeys(db: Db, secret: string | undefined): Promise<Keys> {
  const ring = await readRing(db, secret)
  if (isComplete(ring) && !isNews(ring, secret)) return keysOf(ring)
  if (ring.current && !isComplete(ring)) throw new Error(whyKeyIsMissing(ring, secret, 'This database'))
  return db.transaction(async (tx) => {
    await lockSecretKeys(tx)
    const now = await readRing(tx, secret)
    if (now.rows.length === 0) await writeFirst(tx, secret)
    else if (isNews(now, secret)) await replaceKey(tx, now, { secret: secret!, inSettings: true })
    return keysOf(await readRing(tx, secret))
  })
}

/** The keys without changing anything; `known` are those this process has in memory. */
export async function readRing(db: Db, secret: string | undefined, known: string[] = []): Promise<Ring> {
  const rows = await listSecretKeys(db)
  const first = rows.length === 0 ? await findFirstKey(db) : null
  return openRing(rows, [...(secret ? [secret] : []), ...known, ...(first === null ? [] : [first])])
}

type Next = { secret: string; inSettings: boolean }

/** Makes `next` the current key. Those before it stay: encrypted with it if it's in the settings, else as they are. */
export async function replaceKey(tx: Db, { rows, secrets, current }: Ring, next: Next): Promise<void> {
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

/** Puts the SECRET_KEY of the settings, or a fresh key in the database, in the place of one that can't be had. */
export async function takeOverFromLost(tx: Db, ring: Ring, secret: string | undefined): Promise<void> {
  if (secret && ring.rows.some(({ fingerprint }) => fingerprint === fingerprintOf(secret)))
    throw new Error('SECRET_KEY was replaced before: set it to a new value. Nothing was changed.')
  await replaceKey(tx, ring, { secret: secret ?? randomToken(), inSettings: secret !== undefined })
}

function keeping(secret: string, next: Next): { kept: string; kept_with: string | null } {
  return next.inSettings ? { kept: sealKey(next.secret, secret), kept_with: fingerprintOf(next.secret) } : { kept: secret, kept_with: null }
}

/** The first SECRET_KEY of an installation that has kept its key in the database. */
function isNews({ rows, current, secrets }: Ring, secret: string | undefined): boolean {
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
