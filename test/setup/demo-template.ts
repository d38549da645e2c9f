import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startProduct } from '#lab/faults/product.ts'
import { createDatabase } from './database.ts'
import { startPostgres } from './postgres.ts'

const SERVER = 'ROUNDS_E2E_POSTGRES'
const FOLDER = 'ROUNDS_E2E_FILES'
const TEMPLATE = 'rounds_demo'

/** Runs once per test run: creates the demo's database and files. Copying them for each e2e file takes a tenth of the time that seeding would. */
export default async function setup() {
  const server = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'rounds-demo-'))
  const url = await createDatabase(server.url, TEMPLATE)
  const product = await startProduct({ DATABASE_URL: url, DATA_DIR: folder, SEED: 'demo', NODE_ENV: 'development' })
  await waitUntilSearchable(url)
  await product.stop()
  process.env[SERVER] = server.url
  process.env[FOLDER] = folder
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits until every resume has been processed; otherwise, each copy would process them all again. */
async function waitUntilSearchable(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const isBehind = async () => (await client.query('select 1 from applicant_text where written <> wanted limit 1')).rowCount! > 0
  while (await isBehind()) await pause(500)
  await client.end()
}

/** Copies the demo, and returns the settings to run a server on that copy. */
export async function copyOfDemo(dataDir: string): Promise<Record<string, string>> {
  cpSync(process.env[FOLDER]!, dataDir, { recursive: true })
  const name = `journey_${process.pid}_${randomBytes(4).toString('hex')}`
  return { DATA_DIR: dataDir, DATABASE_URL: await createDatabase(process.env[SERVER]!, name, TEMPLATE), SEED: 'demo' }
}
