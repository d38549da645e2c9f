import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedReference } from '#server/db/reference/seed-reference.ts'
import { startProduct, type Product } from '#lab/faults/product.ts'
import { makeManyApplicants, makeManyHistories } from '#test/many-applicants.ts'
import { createDatabase, silent, startPostgres, type Postgres } from '#test/setup/database.ts'
import { signedIn } from '#test/setup/sign-in.ts'
import { count, timed } from './measure.ts'

/** Applications to the first role within the last 30 days, in each database. */
export const IN_LIST = 5_000
export const ADMIN = 'admin@meridianhealth.example'

/** Configured as an operator would for this size, without a second copy of what's filled in at once. */
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB', wal_level: 'minimal', max_wal_senders: 0 }

/** A database with that many applications; `token` is an admin's. */
export type Filled = { url: string; token: string; applications: number }

type How = { folder?: string; logLevel?: string; seed?: 'reference' }

export type Stage = {
  filled: (applications: number) => Promise<Filled>
  /** One process of the product with its own files, on a database of this stage or (null) on the embedded one in its folder, which starts as the demo. */
  product: (filled: Filled | null, how?: How) => Promise<Product>
  folder: () => Promise<string>
  close: () => Promise<void>
}

/** One PostgreSQL server for a whole run, with a database of each requested size. */
export function openStage(): Stage {
  let server: Promise<Postgres> | undefined
  const databases = new Map<number, Promise<Filled>>()
  const folders: string[] = []

  async function fill(applications: number): Promise<Filled> {
    server ??= startPostgres({ durable: true, settings: SETTINGS })
    const url = await createDatabase((await server).url, `bench_${applications}`)
    let token = ''
    const taken = await timed(async () => (token = await fillDatabase(url, applications)))
    console.log(`Filled a database with ${count(applications)} applications in ${Math.round(taken / 1000)} s.`)
    return { url, token, applications }
  }

  async function folder(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), 'rounds-bench-'))
    folders.push(made)
    return made
  }

  return {
    folder,
    filled: (applications) => {
      const known = databases.get(applications) ?? fill(applications)
      databases.set(applications, known)
      return known
    },
    product: async (filled, how = {}) => {
      const seed = filled ? 'reference' : how.seed
      return startProduct({
        DATA_DIR: how.folder ?? (await folder()),
        ADMIN_EMAILS: ADMIN,
        LOG_LEVEL: how.logLevel ?? 'warn',
        ...(filled && { DATABASE_URL: filled.url }),
        ...(seed && { SEED: seed }),
      })
    },
    close: async () => {
      await (await server)?.stop()
      for (const one of folders) await rm(one, { recursive: true, force: true })
    },
  }
}

async function fillDatabase(databaseUrl: string, applications: number): Promise<string> {
  const database = await connect({ databaseUrl, dataDir: '', log: silent })
  try {
    await migrate(database)
    await seedReference(database.db)
    await makeManyApplicants(database.pool, { applications, recent: IN_LIST })
    await makeManyHistories(database.pool)
    return (await signedIn(database.db, ADMIN)).token
  } finally {
    await database.close()
  }
}
