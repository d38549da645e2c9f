import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connect, connectEmbedded } from '#server/db/connect.ts'
import type { Database, Log } from '#server/db/connect.ts'
import { openEmbedded, openEmbeddedCopy } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { startPostgres } from './postgres.ts'

export { startPostgres } from './postgres.ts'
export type { Postgres } from './postgres.ts'

export type DatabaseKind = 'embedded' | 'postgres'

export type FreshDatabase = {
  kind: DatabaseKind
  /** Only for a PostgreSQL server. */
  databaseUrl?: string
  /** Connects. A server can be opened several times, as if from several processes. */
  open(log?: Log): Promise<Database>
  drop(): Promise<void>
}

export const silent: Log = { info() {}, warn() {}, error() {} }

/** The kind that `ROUNDS_TEST_DB` selects: embedded (the default) or a PostgreSQL server. */
export const kindOfRun = (): DatabaseKind => (process.env['ROUNDS_TEST_DB'] === 'postgres' ? 'postgres' : 'embedded')

const TEMPLATE = 'ROUNDS_TEST_TEMPLATE_'

/**
 * Creates a migrated database for fresh ones to be copied from, filled by `prepare`, and puts its location in the environment for child processes.
 * Returns a function that removes it.
 */
export async function makeTemplate(kind: DatabaseKind, prepare: (database: Database) => Promise<void> = async () => {}) {
  const { location, remove } = kind === 'embedded' ? await embeddedTemplate(prepare) : await postgresTemplate(prepare)
  process.env[TEMPLATE + kind] = location
  process.once('exit', remove)
  return async () => {
    process.off('exit', remove)
    delete process.env[TEMPLATE + kind]
    await remove()
  }
}

/** Returns a copy of this run's template. Creates the template first if the global setup hasn't. */
export async function freshDatabase(kind = kindOfRun()): Promise<FreshDatabase> {
  if (!process.env[TEMPLATE + kind]) await (lateTemplates[kind] ??= makeTemplate(kind))
  const location = process.env[TEMPLATE + kind]!
  return kind === 'embedded' ? await freshEmbedded(location) : await freshOnServer(location)
}

const lateTemplates: Partial<Record<DatabaseKind, Promise<unknown>>> = {}

type Prepare = (database: Database) => Promise<void>

async function embeddedTemplate(prepare: Prepare) {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-template-'))
  const location = join(folder, 'dump.tar')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const made = await openEmbedded({ dataDir: join(folder, 'data') })
  const database = connectEmbedded(made, silent)
  try {
    await migrate(database)
    await prepare(database)
    await database.pool.end()
    await made.dump(location)
  } catch (error) {
    remove()
    throw error
  } finally {
    await database.close()
    rmSync(join(folder, 'data'), { recursive: true, force: true })
  }
  return { location, remove }
}

async function freshEmbedded(location: string): Promise<FreshDatabase> {
  const copy = await openEmbeddedCopy(location)
  return {
    kind: 'embedded',
    open: async (log = silent) => connectEmbedded({ address: copy.address, close: async () => {} }, log),
    drop: () => copy.close(),
  }
}

async function postgresTemplate(prepare: Prepare) {
  const server = await startPostgres()
  const location = await createDatabase(server.url, 'rounds_template')
  const database = await connect({ databaseUrl: location, dataDir: '', log: silent })
  try {
    await migrate(database)
    await prepare(database)
  } finally {
    await database.close()
  }
  return { location, remove: () => server.stop() }
}

async function freshOnServer(template: string): Promise<FreshDatabase> {
  const server = withDatabase(template, 'postgres')
  const name = `rounds_${process.pid}_${randomBytes(4).toString('hex')}`
  const databaseUrl = await createDatabase(server, name, 'rounds_template')
  return {
    kind: 'postgres',
    databaseUrl,
    open: (log = silent) => connect({ databaseUrl, dataDir: '', log }),
    drop: () => execute(server, `drop database if exists ${name} with (force)`),
  }
}

/** Creates an empty database, or a copy of a template that no one is connected to; returns its URL. */
export async function createDatabase(server: string, name: string, template = 'template0') {
  await execute(server, `create database ${name} template ${template}`)
  return withDatabase(server, name)
}

function withDatabase(url: string, name: string) {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

async function execute(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
