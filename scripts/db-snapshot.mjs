// Writes the snapshot that new databases start from: the schema after running all migrations, one by one, on an embedded database.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../src/server/db/connect.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { makeSnapshot, MIGRATIONS, SNAPSHOT } from '../src/server/db/snapshot.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'rounds-snapshot-'))
const database = await connect({ dataDir, log: console })
try {
  await migrate(database, { bySteps: true })
  writeFileSync(join(MIGRATIONS, SNAPSHOT), await makeSnapshot(database.pool))
} finally {
  await database.close()
  rmSync(dataDir, { recursive: true })
}
