import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedReference } from '#server/db/reference/seed-reference.ts'
import { createDatabase, silent, startPostgres, type DatabaseKind } from '#test/setup/database.ts'

export const DATABASE = 'rounds_fault'

/** Templates for stages: migrated database folders with reference data, created once per run because that takes seconds. */
const prepared: Partial<Record<DatabaseKind, Promise<string>>> = {}

/** Copies a prepared database, which isn't running, to `folder`: a data folder of the product, or a PostgreSQL cluster. */
export async function copyPrepared(kind: DatabaseKind, folder: string): Promise<void> {
  const from = await (prepared[kind] ??= prepare(kind))
  execFileSync('cp', ['-a', `${from}/.`, folder])
}

async function prepare(kind: DatabaseKind): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rounds-prepared-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const server = kind === 'postgres' ? await startPostgres({ dataDir, isKept: true }) : null
  const database = await connect({ dataDir, log: silent, ...(server && { databaseUrl: await createDatabase(server.url, DATABASE) }) })
  await migrate(database)
  await seedReference(database.db)
  await database.close()
  await server?.stop()
  return dataDir
}
