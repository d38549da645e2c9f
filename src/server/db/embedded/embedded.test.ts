import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DURABLE_START, durableFiles } from './open-pglite.ts'
import { smallDiskSkipReason, smallDisk } from '#lab/faults/small-disk.ts'
import { openEmbedded, openEmbeddedCopy } from './embedded.ts'
import type { EmbeddedDatabase } from './embedded.ts'
import { holderOf, lockFolder, type Holder } from './folder-lock.ts'

let root = ''
beforeAll(() => void (root = mkdtempSync(join(tmpdir(), 'rounds-test-'))))
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function ask(database: EmbeddedDatabase, text: string) {
  const client = new pg.Client(database.address)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('every commit waits for fsync', async () => {
  let fsyncs = 0
  const database = new PGlite({ fs: durableFiles(join(root, 'fsync'), () => fsyncs++), startParams: DURABLE_START })
  await database.exec('create table note (words text)')
  for (let i = 0; i < 5; i++) {
    const before = fsyncs
    await database.query(`insert into note values ('kept')`)
    expect(fsyncs).toBeGreaterThan(before)
  }
  await database.close()
})

test("the bundled cluster matches what this version's initdb creates", async () => {
  const dataDir = join(root, 'unpacked')
  const unpacked = await openEmbedded({ dataDir })
  const made = new PGlite({ startParams: DURABLE_START })
  const questions = [
    `select catalog_version_no, pg_control_version from pg_control_system()`,
    `select data_page_checksum_version from pg_control_init()`,
    `select datname, encoding, datcollate, datctype, datlocprovider from pg_database order by 1`,
    `select rolname, rolsuper, rolcanlogin from pg_authid order by 1`,
    `select extname, extversion from pg_extension order by 1`,
    `select proname, prosrc from pg_proc order by oid`,
    `select relname, relkind from pg_class order by oid`,
  ]
  for (const question of questions) expect(await ask(unpacked, question)).toEqual(JSON.parse(JSON.stringify((await made.query(question)).rows)))
  await made.close()
  await unpacked.close()
})

test("a second process can't open the folder until the first one closes it", async () => {
  const dataDir = join(root, 'shared')
  const first = await openEmbedded({ dataDir })
  await expect(openEmbedded({ dataDir })).rejects.toThrow(/^The data folder .*shared is in use by another Rounds process \(process \d+\)\.$/)
  expect(await ask(first, `select current_setting('fsync') as fsync, current_setting('TimeZone') as zone`)).toEqual([{ fsync: 'on', zone: 'UTC' }])
  await first.close()
  await (await openEmbedded({ dataDir })).close()
})

test('when many processes open the folder at once, exactly one gets it', async () => {
  const folder = join(root, 'wanted')
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)))
  const winners = answers.filter((answer) => answer.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  winners[0]!.value.release()
  ;(await lockFolder(folder)).release()
  expect(readdirSync(join(folder, 'lock'))).toEqual([])
})

test('startup waits for a command that holds the folder, says who holds it, and eventually gives up', async () => {
  const folder = join(root, 'busy')
  const command = await lockFolder(folder, { what: 'the command backup' })
  const seen: Holder[] = []
  const start = lockFolder(folder, { what: 'the server', timeoutMs: 20_000, onWait: (holder) => seen.push(holder) })
  await vi.waitFor(() => expect(seen).toEqual([{ what: 'the command backup', pid: process.pid }]), { timeout: 10_000 })
  command.release()
  const server = await start
  const late = await lockFolder(folder, { what: 'the command restore', timeoutMs: 100 }).catch(holderOf)
  expect(late).toEqual({ what: 'the server', pid: process.pid })
  server.release()
})

test.skipIf(smallDiskSkipReason())('a first start on a full disk reports that the disk is full', async () => {
  const place = join(root, 'small')
  const disk = smallDisk(place, '12m')
  try {
    await expect(openEmbedded({ dataDir: join(place, 'data') })).rejects.toThrow(/^The embedded database does not start: the disk of .* is full\. Make room/)
  } finally {
    disk.remove()
  }
})

const WRITER = `
  import pg from 'pg'
  import { openEmbedded } from '${new URL('./embedded.ts', import.meta.url).href}'
  const { address } = await openEmbedded({ dataDir: process.argv[1] })
  const client = new pg.Client(address)
  await client.connect()
  await client.query('create table if not exists note (id bigserial)')
  for (;;) console.log((await client.query('insert into note default values returning id')).rows[0].id)
`

test("a killed process loses nothing that was acknowledged and doesn't leave the folder locked", async () => {
  const dataDir = join(root, 'killed')
  const acknowledged: string[] = []
  for (let kills = 0; kills < 3; kills++) {
    const writer = spawn('node', ['--input-type=module-typescript', '-e', WRITER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
    let stdout = ''
    writer.stdout.on('data', (text) => (stdout += text))
    await once(writer.stdout, 'data')
    await new Promise((later) => setTimeout(later, 100 + 150 * kills))
    writer.kill('SIGKILL')
    await once(writer, 'close')
    acknowledged.push(...stdout.slice(0, stdout.lastIndexOf('\n')).split('\n'))
  }
  const database = await openEmbedded({ dataDir })
  const kept = new Set((await ask(database, 'select id from note')).map((row) => row.id))
  expect(acknowledged.length).toBeGreaterThan(3)
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  await database.close()
})

test('an interrupted first start recovers, even in a folder whose path is too long for a socket', async () => {
  const dataDir = join(root, 'deep'.repeat(40), 'data')
  mkdirSync(join(dataDir, 'unfinished-1'), { recursive: true })
  writeFileSync(join(dataDir, 'unfinished-1', 'PG_VERSION'), '18')
  const database = await openEmbedded({ dataDir })
  expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.close()
  expect(readdirSync(dataDir).filter((name) => name.startsWith('unfinished'))).toEqual([])
})

test('a never-ending statement is aborted, and the database keeps working', async () => {
  // Long enough not to abort ordinary statements, even on a busy machine or during a restart.
  const database = await openEmbedded({ dataDir: join(root, 'shared'), longestStatementMs: 2_000 })
  await ask(database, 'create table kept (words text)')
  await expect(ask(database, 'select count(*) from generate_series(1, 1000000000)')).rejects.toThrow()
  await expect.poll(() => ask(database, 'select count(*)::int as n from kept').catch(String)).toEqual([{ n: 0 }])
  await database.close()
})

test('a copy starts from the dump and leaves nothing behind', async () => {
  const first = await openEmbedded({ dataDir: join(root, 'shared') })
  await ask(first, 'create table origin as select 7 as n')
  const dump = join(root, 'dump.tar')
  await first.dump(dump)
  await first.close()
  const copy = await openEmbeddedCopy(dump)
  expect(await ask(copy, 'select n from origin')).toEqual([{ n: 7 }])
  await copy.close()
  expect(existsSync(copy.address.host)).toBe(false)
})

test("a process removes the socket folders of killed processes, but never a live one's, however old", async () => {
  const TMPDIR = join(root, 'tmp')
  mkdirSync(TMPDIR)
  const begin = async (name: string) => {
    const args = ['--input-type=module-typescript', '-e', WRITER, join(root, name)]
    const writer = spawn('node', args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TMPDIR } })
    const firstOutput = once(writer.stdout, 'data')
    await firstOutput
    return { writer, goesOn: () => once(writer.stdout, 'data') }
  }
  const liveProcess = await begin('living')
  const killed = await begin('killed-for-good')
  killed.writer.kill('SIGKILL')
  await once(killed.writer, 'close')
  const anHourAgo = Date.now() / 1000 - 3600
  for (const name of readdirSync(TMPDIR, { recursive: true }) as string[]) utimesSync(join(TMPDIR, name), anHourAgo, anHourAgo)
  const foldersOf = (pid: number) => (readdirSync(TMPDIR, { recursive: true }) as string[]).filter((name) => name.startsWith(`rounds-${pid}-`)).toSorted()
  const before = foldersOf(liveProcess.writer.pid!)
  expect(foldersOf(killed.writer.pid!)).not.toEqual([])

  const next = await begin('next')

  expect(foldersOf(killed.writer.pid!)).toEqual([])
  expect(foldersOf(liveProcess.writer.pid!)).toEqual(before)
  await liveProcess.goesOn()
  for (const { writer } of [liveProcess, next]) {
    writer.kill('SIGKILL')
    await once(writer, 'close')
  }
})
