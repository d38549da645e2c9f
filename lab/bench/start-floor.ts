import pg from 'pg'
import { openEmbedded } from '#server/db/embedded/embedded.ts'

/** The floor for startup: a process that opens the same database and runs one query. */
const { DATABASE_URL, DATA_DIR = '' } = process.env
const embedded = DATABASE_URL ? null : await openEmbedded({ dataDir: DATA_DIR })
const client = new pg.Client(embedded ? embedded.address : DATABASE_URL)
await client.connect()
await client.query('select 1')
process.stdout.write('answered\n')
process.stdin.resume().on('end', async () => {
  await client.end()
  await embedded?.close()
  process.exit()
})
