import { existsSync, readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { destination, pino, type Logger } from 'pino'
import { connect, holderOf, type Database, type Holder } from '#server/db/connect.ts'
import { knownMigrations, versionOf, whyNewer } from '#server/db/migrate.ts'
import type { Env } from '#server/env.ts'
import { openFiles } from '#server/files/open-files.ts'
import { sentenceOf } from '#server/operate/audit/sentence-of.ts'
import { inSnapshot, listMigrations } from '#server/operate/backup/backup-store.ts'
import { applyStoredSettingsIfAny } from '#server/settings/stored.ts'
import { nameOf, type Found } from './command-table.ts'
import type { Operator, Prepared } from './operator.ts'

/** Opens what a command needs, or returns who holds the embedded database. Throws a one-sentence error if it can't. */
export async function openOperator(
  env: Env,
  { command, given }: Found,
  { output, input, text }: Prepared,
): Promise<(Operator & { close: () => Promise<void> }) | { holder: Holder }> {
  const anySchema = command.anySchema?.(given) ?? false
  if (!env.DATABASE_URL && !anySchema && !hasCluster(env.DATA_DIR))
    throw new Error(`No database in ${env.DATA_DIR}. Set DATA_DIR or DATABASE_URL, or make one with the command migrate.`)
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 })
  const log = pino({ level: 'warn', base: null, serializers: { err: sentenceOf } }, destination({ fd: 2, sync: true }))
  const database = await connectFor(command, env, log)
  if ('holder' in database) return database
  try {
    if (!anySchema) await inSnapshot(database.pool, rejectOtherSchema)
    // Commands that repair an installation run without what they can't read.
    await applyStoredSettingsIfAny(database.db, env).catch(() => {})
    const files = await openFiles(env)
    return {
      env,
      log,
      database,
      db: database.db,
      files,
      cwd: process.cwd(),
      output: output ?? null,
      input: input ?? null,
      text: text ?? null,
      say: (line) => void process.stdout.write(`${line}\n`),
      warn: (line) => void process.stderr.write(`${line}\n`),
      close: () => database.close(),
    }
  } catch (fault) {
    await database.close()
    throw fault
  }
}

async function connectFor(command: Found['command'], env: Env, log: Logger): Promise<Database | { holder: Holder }> {
  try {
    return await connect({
      dataDir: env.DATA_DIR,
      log,
      command: `the command ${nameOf(command)}`,
      ...(env.DATABASE_URL && { databaseUrl: env.DATABASE_URL }),
      ...(command.patienceMs && { patienceMs: command.patienceMs }),
    })
  } catch (fault) {
    const holder = holderOf(fault)
    if (holder) return { holder }
    throw fault
  }
}

function hasCluster(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('postgresql-'))
}

async function rejectOtherSchema(client: Parameters<typeof listMigrations>[0]): Promise<void> {
  const [present, known] = [await listMigrations(client), knownMigrations().length]
  if (present.length < known)
    throw new Error(`The database is older than this version of Rounds (${present.length} of ${known} migrations). Run the command migrate first.`)
  if (present.length > known) throw new Error(whyNewer('The database', { count: present.length, version: await versionOf(client) }))
}
