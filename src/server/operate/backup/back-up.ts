import type { Database } from '#server/db/connect.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { matchesRecord, type StoredFile } from '#server/files/read-intact.ts'
import { VERSION } from '#server/version.ts'
import { createArchive, type Part } from './archive.ts'
import { findAuditHead, findNow, inSnapshot, listFileKeys, listMigrations, listSequences, listTables, readRows, type TableShape } from './backup-store.ts'
import { MANIFEST, type Manifest } from './manifest.ts'
import type { Output } from './output.ts'

type Add = (path: string, content: Buffer) => Promise<Part>
type Client = Parameters<Parameters<typeof inSnapshot>[1]>[0]
type BackupSource = { database: Database; files: FileStore }

/** Writes the database and files to one archive while the app runs: the rows are a snapshot, and every file was written before the row that refers to it. */
export async function backUp({ database, files }: BackupSource, output: Output): Promise<Manifest> {
  const still = await database.copy?.()
  try {
    return await writeArchive(files, output, (add) => inSnapshot((still ?? database).pool, (client) => addRows(client, add)))
  } finally {
    await still?.close()
  }
}

/** Like `backUp`, but inside a transaction that already blocks other writers. */
export function backUpWithin(client: Client, files: FileStore, output: Output): Promise<Manifest> {
  return writeArchive(files, output, (add) => addRows(client, add))
}

type Rows = Awaited<ReturnType<typeof addRows>>

async function writeArchive(files: FileStore, output: Output, readAll: (add: Add) => Promise<Rows>): Promise<Manifest> {
  const archive = createArchive(output)
  try {
    const { keys, ...rows } = await readAll(archive.add)
    const stored = await addFiles(files, keys, archive.add)
    const manifest: Manifest = { format: 1, version: VERSION, ...rows, ...stored }
    await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)))
    await archive.finish()
    return manifest
  } catch (error) {
    await output.abandon()
    throw error
  }
}

async function addRows(client: Client, add: Add) {
  const migrations = await listMigrations(client)
  if (migrations.length === 0) throw new Error('There is nothing to back up: this database is empty.')
  const tables: Manifest['tables'] = []
  for (const shape of await listTables(client)) tables.push(await addTable(client, shape, add))
  return {
    made_at: await findNow(client),
    migrations,
    tables,
    sequences: await listSequences(client),
    audit_head: await findAuditHead(client),
    keys: await listFileKeys(client),
  }
}

async function addTable(client: Client, shape: TableShape, add: Add): Promise<Manifest['tables'][number]> {
  const { table, columns } = shape
  const parts: Part[] = []
  let rows = 0
  for await (const piece of readRows(client, shape)) {
    rows += piece.rows
    parts.push(await add(`tables/${table}/${String(parts.length + 1).padStart(6, '0')}.ndjson`, Buffer.from(piece.lines)))
  }
  return { table, columns, rows, parts }
}

/** Adds the files that rows refer to, and any others except resumes. Resumes without a row are leftovers to be swept. */
async function addFiles(files: FileStore, named: (StoredFile & { is_current: boolean })[], add: Add) {
  const others: string[] = []
  for await (const { key } of files.list('')) if (!key.startsWith('resumes/')) others.push(key)
  const requiredByKey = new Map([...others.map((key) => [key, false] as const), ...named.map((one) => [one.storage_key, one.is_current] as const)])
  const stored: Manifest['files'] = []
  const recorded = new Map(named.map((one) => [one.storage_key, one]))
  const missing: string[] = []
  const changedKeys: string[] = []
  for (const [key, isNeeded] of requiredByKey) {
    const content = await files.read(key)
    if (content && recorded.has(key) && !matchesRecord(content, recorded.get(key)!)) changedKeys.push(key)
    if (content) stored.push({ ...(await add(`files/${String(stored.length + 1).padStart(8, '0')}`, content)), key })
    else if (isNeeded) missing.push(key)
  }
  return { files: stored, missing_files: missing, changed_files: changedKeys }
}
