import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readEnv } from '#server/env.ts'
import { openFiles } from '#server/files/open-files.ts'
import { freshDatabase } from './database.ts'

export type EmptyApp = Awaited<ReturnType<typeof startEmptyApp>>

/** Starts only what seeding needs: a database with reference data, files, a data folder. */
export async function startEmptyApp(settings: Record<string, string> = {}) {
  const fresh = await freshDatabase()
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'rounds-seed-'))
  const database = await fresh.open()
  const read = readEnv({ NODE_ENV: 'test', SEED: 'demo', DATA_DIR, ...settings })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  const { env } = read
  const close = async () => {
    await database.close()
    await fresh.drop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
  return { database, db: database.db, env, files: await openFiles(env), close, [Symbol.asyncDispose]: close }
}

/** Counts rows; `from` is a table and, optionally, a condition. */
export async function count({ db }: Pick<EmptyApp, 'db'>, from: string): Promise<number> {
  return Number((await db.execute(sql.raw(`select count(*)::int as n from ${from}`))).rows[0]!['n'])
}
