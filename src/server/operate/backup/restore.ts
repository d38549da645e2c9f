import type { FileHandle } from 'node:fs/promises'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Database, Db } from '#server/db/connect.ts'
import { knownMigrations, migrateTo, newerVersionError } from '#server/db/migrate.ts'
import { hasSecretKeys } from '#server/db/secret-key-store.ts'
import type { Env } from '#server/env.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { fingerprintOf, isComplete, openRing, missingKeyReason, type KeyRow } from '#server/http/key-ring.ts'
import { loadKeys, readRing, replaceKey, replaceLostKeyWith } from '#server/http/load-keys.ts'
import { rotateSigningKey } from '#server/packet/signing-key.ts'
import type { Archive } from './archive.ts'
import { backUpWithin } from './back-up.ts'
import { listMigrations } from './backup-store.ts'
import { deleteStoredFiles } from '#server/operate/privacy/erase-applicant.ts'
import { openVerified, type Manifest } from './manifest.ts'
import { openOutput } from './output.ts'
import { eraseAgain } from '#server/operate/privacy/erase-again.ts'
import { listErasures } from '#server/operate/privacy/privacy-store.ts'
import {
  countUserRows,
  countRows,
  emptySchema,
  holdEmails,
  inRestore,
  insertLines,
  lockTables,
  setChain,
  setSequence,
  restoreSentMarks,
  readSentMarks,
} from './restore-store.ts'
import { deleteSettingsOwners } from '#server/staff/settings-owners-store.ts'
import { listTombstones } from '#server/operate/privacy/tombstones.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'

type Client = Parameters<Parameters<typeof inRestore>[1]>[0]
type RestoreTarget = { database: Database; files: FileStore; env: Env }
type RestoreSettings = {
  /** Restores even if existing work is lost. */
  force: boolean
  holdMail: boolean
  /** The backup's key is lost: anything it signed is no longer accepted. */
  isKeyLost?: boolean
  /** Where existing data is backed up before it's replaced; without this or `force`, nothing is replaced. */
  keepIn?: string
}
export type RestoreResult = { manifest: Manifest; rows: number; files: number; erasedAgain: number; held: number[]; kept: string | null }

/**
 * Replaces a database with a backup. Everything is checked before anything is touched, and the rows are restored in one transaction. Existing work is backed
 * up first, blocks the restore, or is lost, depending on `settings`. Erasures after the backup are repeated; with `holdMail`, emails that were pending then
 * are held for a person, and scheduled ones that were sent since aren't sent again.
 */
export async function restore(
  { database, files, env }: RestoreTarget,
  file: string | FileHandle,
  { force, holdMail, isKeyLost = false, keepIn }: RestoreSettings,
): Promise<RestoreResult> {
  const { manifest, archive } = await openVerified(file, env.DATA_DIR)
  try {
    rejectNewer(manifest)
    const keys = { secret: env.SECRET_KEY, secrets: await availableKeys(database.db, env.SECRET_KEY), isKeyLost }
    await rejectDifferentKey(manifest, archive, keys)
    const tombstones = await listTombstones(files)
    const { left, kept } = await inRestore(database, async (client, tx) => {
      // Nothing can be written after this, so the copy has every acknowledged write.
      await lockTables(client)
      const savedCopy = force ? null : await backUpExisting(client, files, keepIn)
      const erasures = [...tombstones, ...((await listMigrations(client)).length > 0 ? await listErasures(tx) : [])]
      const sent = holdMail ? await readSentMarks(client) : null
      await fillTables(client, manifest, archive)
      await verifyChain(tx, manifest)
      await migrateTo(client, knownMigrations().length)
      // Runs after the rows are verified and before they're visible. If the rest fails, no row refers to these files, and they're swept.
      for (const one of manifest.files) await files.put(one.key, await archive.read(one.path))
      await keepCurrentSettings(tx, keys)
      const leftovers = await eraseAgain(tx, env.SECRET_KEY, erasures)
      if (sent) {
        await holdEmails(client)
        await restoreSentMarks(client, tx, sent)
      }
      await recordAudit(tx, {
        actor: null,
        action: 'backup.restored',
        subject_kind: 'database',
        facts: { made_at: manifest.made_at, erased_again: leftovers.count },
      })
      return { left: leftovers, kept: savedCopy }
    })
    await deleteStoredFiles({ files, env }, left)
    return { manifest, rows: sum(manifest.tables.map((table) => table.rows)), files: manifest.files.length, erasedAgain: left.count, held: left.held, kept }
  } finally {
    await archive.close()
  }
}

/** Runs all of `restore`'s checks without changing anything. Throws a one-sentence error for a problem. */
export async function checkArchive(
  { database, env }: RestoreTarget,
  file: string | FileHandle,
  { isKeyLost = false }: Pick<RestoreSettings, 'isKeyLost'> = {},
): Promise<Manifest> {
  const { manifest, archive } = await openVerified(file, env.DATA_DIR)
  try {
    rejectNewer(manifest)
    await rejectDifferentKey(manifest, archive, { secret: env.SECRET_KEY, secrets: await availableKeys(database.db, env.SECRET_KEY), isKeyLost })
    return manifest
  } finally {
    await archive.close()
  }
}

/** Backs up what a restore would replace and returns the file; null if no one has created anything. */
async function backUpExisting(client: Client, files: FileStore, keepIn: string | undefined): Promise<string | null> {
  if ((await countUserRows(client)) === 0) return null
  if (!keepIn) throw new Error('This database is not empty.')
  await backUpWithin(client, files, await openOutput(keepIn))
  return keepIn
}

function rejectNewer({ migrations, version }: Manifest): void {
  const known = knownMigrations()
  if (migrations.length > known.length)
    throw new Error(
      `${newerVersionError('This backup', { count: migrations.length, version })} Restore it with the version that made it. Nothing was restored.`,
    )
  if (migrations.some((migration, at) => migration !== known[at]))
    throw new Error("This isn't a backup of Rounds: its schema is another product's. Nothing was restored.")
}

/** Returns the key from the settings, and its predecessors that are still in the database being replaced. */
async function availableKeys(db: Db, secret: string | undefined): Promise<string[]> {
  const givenSecrets = secret ? [secret] : []
  return (await hasSecretKeys(db)) ? [...(await readRing(db, secret)).secrets.values()] : givenSecrets
}

type Keys = { secret: string | undefined; secrets: string[]; isKeyLost: boolean }

/** A database with a different key would be unusable. */
async function rejectDifferentKey({ tables }: Manifest, archive: Archive, { secret, secrets, isKeyLost }: Keys): Promise<void> {
  if (isKeyLost) return
  const rows: KeyRow[] = []
  for (const { path } of tables.find(({ table }) => table === 'secret_key')?.parts ?? [])
    for (const line of linesOf(await archive.read(path))) rows.push(JSON.parse(line) as KeyRow)
  const ring = openRing(rows, secrets)
  if (ring.current && !isComplete(ring)) throw new Error(`${missingKeyReason(ring, secret, 'This backup')} Nothing was restored.`)
}

/** This installation keeps its current settings: their owners replace those in the backup, and their key is used. */
async function keepCurrentSettings(tx: Db, keys: Keys): Promise<void> {
  await deleteSettingsOwners(tx)
  await keepCurrentKey(tx, keys)
}

/** If the key was rotated after the backup, the one in the settings takes over again. */
async function keepCurrentKey(tx: Db, { secret, secrets, isKeyLost }: Keys): Promise<void> {
  if (isKeyLost) return replaceLostKey(tx, secret)
  const ring = await readRing(tx, secret, secrets)
  if (!secret || !ring.current || ring.rows.some(({ fingerprint }) => fingerprint === fingerprintOf(secret))) return
  await replaceKey(tx, ring, { secret, inSettings: true })
}

async function replaceLostKey(tx: Db, secret: string | undefined): Promise<void> {
  const ring = await readRing(tx, secret)
  if (!ring.current || isComplete(ring)) return
  await replaceLostKeyWith(tx, ring, secret)
  await rotateSigningKey(tx, await loadKeys(tx, secret))
}

async function fillTables(client: Client, manifest: Manifest, archive: Archive): Promise<void> {
  await emptySchema(client, manifest.migrations)
  await setChain(client, 'disable')
  for (const { table, columns, parts, rows } of manifest.tables) {
    for (const { path } of parts) await insertLines(client, table, columns, linesOf(await archive.read(path)))
    if ((await countRows(client, table)) !== rows) throw new Error(`The table ${table} wasn't restored completely. Nothing was restored.`)
  }
  for (const { sequence, last_value } of manifest.sequences) await setSequence(client, sequence, last_value)
  await setChain(client, 'enable')
}

async function verifyChain(tx: Db, { audit_head }: Manifest): Promise<void> {
  const verdict = await verifyAudit(tx, { known: audit_head, erasures: 'unchecked' })
  if (verdict.broken)
    throw new Error(`The audit trail of this backup is broken at row ${verdict.broken.audit_id}: ${verdict.broken.because}. Nothing was restored.`)
}

const linesOf = (content: Buffer) =>
  content
    .toString()
    .split('\n')
    .filter((line) => line !== '')
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
