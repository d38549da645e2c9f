import pg from 'pg'
import { connect, type Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedReference } from '#server/db/reference/seed-reference.ts'
import { makeManyApplicants, makeManyHistories, type Crowd } from '#test/many-applicants.ts'
import { createDatabase, silent } from '#test/setup/database.ts'
import { signedIn } from '#test/setup/sign-in.ts'

const FILLED = 'filled'

/** Returns a database with the given number of applicants, and whether it had to be created. */
export async function findOrFill(server: string, name: string, crowd: Crowd): Promise<{ url: string; isNew: boolean }> {
  const kept = await findFilled(server, name)
  if (kept) return { url: kept, isNew: false }
  const url = await createDatabase(server, name)
  await withDatabase(url, async (database) => {
    await migrate(database)
    await seedReference(database.db)
    await makeManyApplicants(database.pool, crowd)
    await makeManyHistories(database.pool)
    await database.pool.query(`comment on database ${name} is '${FILLED}'`)
  })
  return { url, isNew: true }
}

export const tokenFor = (databaseUrl: string, email: string): Promise<string> => withDatabase(databaseUrl, async ({ db }) => (await signedIn(db, email)).token)

/** Returns the URL of this database if it's fully loaded; otherwise, drops it and returns null. */
async function findFilled(server: string, name: string): Promise<string | null> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    const { rows } = await client.query<{ is: string | null }>(`select shobj_description(oid, 'pg_database') as is from pg_database where datname = $1`, [name])
    if (rows[0]?.is !== FILLED) await client.query(`drop database if exists ${name}`)
    return rows[0]?.is === FILLED ? Object.assign(new URL(server), { pathname: `/${name}` }).href : null
  } finally {
    await client.end()
  }
}

async function withDatabase<T>(databaseUrl: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await connect({ databaseUrl, dataDir: '', log: silent })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
