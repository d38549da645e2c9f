import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct, type Product } from '#lab/faults/product.ts'
import { startPostgres, type Postgres } from '#test/setup/database.ts'
import { findOrFill, tokenFor } from './fill.ts'
import { count } from './measure.ts'

/** The number of applications for the first role in the last 30 days, by database. */
export const IN_LIST = 5_000
export const ADMIN = 'admin@meridianhealth.example'

/** Configured as an operator would for this size, but without logging bulk-loaded data. */
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB', wal_level: 'minimal', max_wal_senders: 0 }

/** A database with this many applications. `token` is from an admin's fresh sign-in, because exports require confirmation again after five minutes. */
export type Filled = { url: string; token: string; applications: number }

/** `answers` is the number per application; defaults to all. */
type FillInput = { answers?: number }

type StartInput = { folder?: string; logLevel?: string; seed?: 'reference'; settings?: Record<string, string> }

export type Stage = {
  filled: (applications: number, filling?: FillInput) => Promise<Filled>
  /**
   * Starts an app process with its own files, on one of this stage's databases or (null) on the embedded one in its folder, which is seeded with demo
   * data.
   */
  product: (filled: Filled | null, how?: StartInput) => Promise<Product>
  folder: () => Promise<string>
  close: () => Promise<void>
}

/** Where to keep databases between runs, because filling the largest takes most of an hour. */
const KEPT_FOLDER = process.env['ROUNDS_BENCH_FOLDER']

/** Opens one PostgreSQL server for a whole run, with one database per requested size. */
export function openStage(): Stage {
  let server: Promise<Postgres> | undefined
  const databases = new Map<string, Promise<string>>()
  const folders: string[] = []

  async function fill(name: string, applications: number, filling: FillInput): Promise<string> {
    server ??= startServer()
    const started = performance.now()
    const { url, isNew } = await findOrFill((await server).url, name, { applications, recent: IN_LIST, ...filling })
    if (isNew) console.log(`Filled a database with ${count(applications)} applications in ${Math.round((performance.now() - started) / 1000)} s.`)
    return url
  }

  async function folder(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), 'rounds-bench-'))
    folders.push(made)
    return made
  }

  return {
    folder,
    filled: async (applications, filling = {}) => {
      const name = ['bench', applications, ...(filling.answers ? [filling.answers] : [])].join('_')
      const known = databases.get(name) ?? fill(name, applications, filling)
      databases.set(name, known)
      return { url: await known, token: await tokenFor(await known, ADMIN), applications }
    },
    product: async (filled, how = {}) => {
      return startProduct({
        DATA_DIR: how.folder ?? (await folder()),
        ADMIN_EMAILS: ADMIN,
        LOG_LEVEL: how.logLevel ?? 'warn',
        ...(filled && { DATABASE_URL: filled.url }),
        ...((filled || how.seed) && { SEED: 'reference' }),
        ...how.settings,
      })
    },
    close: async () => {
      await (await server)?.stop()
      for (const one of folders) await rm(one, { recursive: true, force: true })
    },
  }
}

async function startServer(): Promise<Postgres> {
  if (KEPT_FOLDER) await mkdir(KEPT_FOLDER, { recursive: true })
  return startPostgres({ durable: true, settings: SETTINGS, ...(KEPT_FOLDER && { dataDir: KEPT_FOLDER, isKept: true }) })
}
