import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from './embedded.ts'
import { UNFINISHED } from './short-folder.ts'

let dataDir = ''
beforeAll(() => void (dataDir = mkdtempSync(join(tmpdir(), 'rounds-test-'))))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const BIG = `create table big as select n, md5(n::text) || repeat(md5(n::text), 20) as words from generate_series(1, 20000) n`

/** Returns whether a copy is in progress. */
function isCopying(): boolean {
  const folder = readdirSync(dataDir).find((name) => name.startsWith(UNFINISHED))
  const isCopied = (path: string) => existsSync(join(dataDir, folder!, 'postgresql-18', path))
  return folder !== undefined && isCopied('base') && !isCopied('global/pg_control')
}

async function connected(address: pg.ClientConfig) {
  const client = new pg.Client(address)
  await client.connect()
  return client
}

test('statements run while the database is copied, and the copy is a snapshot of everything committed before', async () => {
  const database = await openEmbedded({ dataDir })
  const client = await connected(database.address)
  await client.query('create table note (n int primary key)')
  await client.query(BIG)
  await client.query('create unique index on big (n)')
  const copying = database.copy!()
  const copyEnded = copying.then(
    () => true,
    () => true,
  )
  let [written, meanwhile] = [0, 0]
  // Both tables change, so pages copied early must catch up with pages copied late.
  while (!(await Promise.race([copyEnded, false]))) {
    const isDuring = isCopying()
    const n = written + 1
    await client.query(`with a as (update big set words = 'new' where n = ${n} returning n) insert into note select n from a`)
    written = n
    if (isDuring && isCopying()) meanwhile++
  }
  const copy = await copying
  const second = await connected(copy.address)
  const { rows } = await second.query(
    `select (select count(*)::int from note) as notes, (select coalesce(max(n), 0) from note) as last, (select count(*)::int from big where words = 'new') as changed, (select count(*)::int from big) as all`,
  )
  const { notes, last, changed, all } = rows[0] as Record<string, number>
  expect({ last, changed, all }).toEqual({ last: notes, changed: notes, all: 20_000 })
  expect(notes).toBeLessThanOrEqual(written)
  expect(meanwhile).toBeGreaterThan(3)
  expect(notes).toBeGreaterThanOrEqual(meanwhile - 1)
  await second.end()
  await copy.close()
  await client.end()
  await database.close()
})
