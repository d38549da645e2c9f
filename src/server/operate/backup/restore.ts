import type { FileHandle } from 'node:fs/promises'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Database, Db } from '#server/db/connect.ts'
import { knownMigrations, migrateTo } from '#server/db/migrate.ts'
import type { Env } from '#server/env.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { isComplete, openRing, whyKeyIsMissing, type KeyRow } from '#server/http/key-ring.ts'
import { loadKeys, readRing, takeOverFromLost } from '#server/http/load-keys.ts'
import { rotateSigningKey } from '#server/packet/signing-key.ts'
import type { Archive } from './archive.ts'
import { backUpWithin } from './back-up.ts'
import { listMigrations } from './backup-store.ts'
import { removeBelongings } from '#server/operate/privacy/erase-applicant.ts'
import { openVerified, type Manifest } from './manifest.ts'
import { openOutput } from './output.ts'
import { eraseAgain } from '#server/operate/privacy/erase-again.ts'
import { listErasures } from '#server/operate/privacy/privacy-store.ts'
import { countOwnRows, countRows, emptyTo, holdEmails, inRestore, insertLines, lockTables, setChain, setSequence } from './restore-store.ts'
import { listTombstones } from '#server/operate/privacy/tombstones.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'

type Client = Parameters<Parameters<typeof inRestore>[1]>[0]
type Place = { database: Database; files: FileStore; env: Env }
type How = {
  /** Even where that loses people's work. */
  force: boolean
  holdMail: boolean
  /** The key of the backup can't be had: what it signed is no longer accepted. */
  isKeyLost?: boolean
  /** Where existing data is backed up before it's replaced; without this and without `force`, nothing is replaced. */
  keepIn?: string
}
export type Restored = { manifest: Manifest; rows: number; files: number; erasedAgain: number; kept: string | null }

/**
 * Replaces a database with a backup: everything is checked before anything is touched, and the rows are restored in one transaction.
 * Existing work is backed up first, blocks the restore, or is lost, as `How` says. Erasures after the backup are repeated; with `holdMail`,
 * emails that were waiting then now wait for a person.
 */
export async function restore(
  { database, files, env }: Place,
  file: string | FileHandle,
  { force, holdMail, isKeyLost = false, keepIn }: How,
): Promise<Restored> {
  const { manifest, archive } = await openVerified(file, env.DATA_DIR)
  try {
    rejectNewer(manifest)
    if (!isKeyLost) await rejectOtherKey(manifest, archive, env.SECRET_KEY)
    const tombstones = await listTombstones(files)
    let kept: string | null = null
    const left = await inRestore(database, async (client, tx) => {
      // From here on nothing can be written, so the copy has everything acknowledged.
      await lockTables(client)
      if (!force && (await countOwnRows(client)) > 0) {
        if (!keepIn) throw new Error('This database is not empty.')
        await backUpWithin(client, files, await openOutput(keepIn))
        kept = keepIn
      }
      // Before the rows that name them; if the rows fail, no row names these files and they're swept.
      for (const one of manifest.files) await files.put(one.key, await archive.read(one.path))
      const erasures = [...tombstones, ...((await listMigrations(client)).length > 0 ? await listErasures(tx) : [])]
      await fill(client, manifest, archive)
      await proveChain(tx, manifest)
      await migrateTo(client, knownMigrations().length)
      if (isKeyLost) await replaceLostKey(tx, env.SECRET_KEY)
      const again = await eraseAgain(tx, env.SECRET_KEY, erasures)
      if (holdMail) await holdEmails(client)
      await recordAudit(tx, {
        actor: null,
        action: 'backup.restored',
        subject_kind: 'database',
        facts: { made_at: manifest.made_at, erased_again: again.count },
      })
      return again
    })
    await removeBelongings({ files, env }, left)
    return { manifest, rows: sum(manifest.tables.map((one) => one.rows)), files: manifest.files.length, erasedAgain: left.count, kept }
  } finally {
    await archive.close()
  }
}

function rejectNewer({ migrations }: Manifest): void {
  const known = knownMigrations()
  if (migrations.some((one, at) => one !== known[at]))
    throw new Error('This backup is of a newer version of Rounds, or of another product. Restore it with the version that made it.')
}

/** A database with another key would open for no one. */
async function rejectOtherKey({ tables }: Manifest, archive: Archive, secret: string | undefined): Promise<void> {
  const rows: KeyRow[] = []
  for (const { path } of tables.find(({ table }) => table === 'secret_key')?.parts ?? [])
    for (const line of linesOf(await archive.read(path))) rows.push(JSON.parse(line) as KeyRow)
  const ring = openRing(rows, secret ? [secret] : [])
  if (ring.current && !isComplete(ring)) throw new Error(`${whyKeyIsMissing(ring, secret, 'This backup')} Nothing was restored.`)
}

async function replaceLostKey(tx: Db, secret: string | undefined): Promise<void> {
  const ring = await readRing(tx, secret)
  if (!ring.current || isComplete(ring)) return
  await takeOverFromLost(tx, ring, secret)
  await rotateSigningKey(tx, await loadKeys(tx, secret))
}

async function fill(client: Client, manifest: Manifest, archive: Archive): Promise<void> {
  await emptyTo(client, manifest.migrations)
  await setChain(client, 'disable')
  for (const { table, columns, parts, rows } of manifest.tables) {
    for (const { path } of parts) await insertLines(client, table, columns, linesOf(await archive.read(path)))
    if ((await countRows(client, table)) !== rows) throw new Error(`The table ${table} did not come back whole: nothing was restored.`)
  }
  for (const { sequence, last_value } of manifest.sequences) await setSequence(client, sequence, last_value)
  await setChain(client, 'enable')
}

async function proveChain(tx: Db, { audit_head }: Manifest): Promise<void> {
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
