import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, openApplication, submit, upload } from '#lab/faults/client.ts'
import { startProduct } from '#lab/faults/product.ts'
import { runCli } from '#test/setup/cli.ts'
import { createDatabase, kindOfRun, startPostgres, type Postgres } from '#test/setup/database.ts'

const ADMIN = 'admin@meridianhealth.example'
const folder = mkdtempSync(join(tmpdir(), 'rounds-growing-'))
const embedded = { DATA_DIR: join(folder, 'data'), SEED: 'demo', ADMIN_EMAILS: ADMIN }
const isHere = kindOfRun() === 'postgres'
let server: Postgres
beforeAll(async () => {
  if (isHere) server = await startPostgres()
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const tablesIn = async (url: string) => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from pg_tables where schemaname = 'public'`)
  await client.end()
  return rows[0]!.count
}

/** Starts the command and kills it as soon as it prints this. */
async function killAt(said: RegExp, url: string): Promise<void> {
  const env = { ...process.env, BASE_URL: '', NODE_ENV: 'test', ...embedded }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/cli.ts', 'move-to-postgres', url], { env })
  child.stdout.on('data', (text: Buffer) => said.test(text.toString()) && child.kill('SIGKILL'))
  await once(child, 'exit')
}

test.runIf(isHere)(
  'one command moves an installation to PostgreSQL; a kill at any point changes nothing, and a first SECRET_KEY can be set with it',
  async () => {
    const old = await startProduct(embedded)
    const [role] = (await ask<{ ref_function_role_id: number }[]>(`${old.url}/api/open-roles`)).body
    const application = (await openApplication(old.url, role!.ref_function_role_id, { email: 'moved@example.com' }))!
    expect([(await submit(old.url, application)).status, (await upload(old.url, application, 'what stays')).status]).toEqual([200, 201])
    await old.stop()
    expect(await runCli(['applicant', 'erase', String(application.user_session_id), '--now'], embedded)).toMatchObject({ code: 0 })

    const url = await createDatabase(server.url, 'grown')
    await killAt(/rows/, url)
    expect(await tablesIn(url)).toBe(0)
    const moved = await runCli(['move-to-postgres', url], embedded)
    expect(moved).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/Copied and compared: \d+ tables, \d+ rows; the audit trail is whole\.[^]*\nDATABASE_URL=postgres:/),
    })
    // As if killed after the commit but before the data folder was marked: the copy is recognized.
    expect(await runCli(['move-to-postgres', url], embedded)).toMatchObject({ code: 0, out: expect.stringContaining('It was there already and is the same') })

    const grown = { ...embedded, DATABASE_URL: url, SECRET_KEY: 'the first key that this installation has' }
    const product = await startProduct(grown)
    expect(await runCli(['audit', 'verify'], grown)).toMatchObject({ code: 0, out: expect.stringContaining('The audit trail is whole') })
    const { code } = await runCli(['sign-in', 'code', ADMIN], grown)
    expect(code).toBe(0)
    await product.stop()
    expect(await runCli(['audit', 'verify'], grown)).toMatchObject({ code: 0 })

    expect(await runCli(['retention', 'run'], embedded)).toMatchObject({ code: 1, err: expect.stringContaining('was moved to') })
    await expect(startProduct(embedded)).rejects.toThrow(/was moved to .*\/grown on .*: set DATABASE_URL/)
    const secondRun = await runCli(['move-to-postgres', url], embedded)
    expect(secondRun).toMatchObject({ code: 1, err: expect.stringMatching(/The target isn't empty: .*in schema public.*Nothing was copied\./) })
  },
  240_000,
)

test.runIf(isHere)(
  "a target that isn't empty or doesn't exist is rejected with a one-sentence error",
  async () => {
    const url = await createDatabase(server.url, 'taken')
    const client = new pg.Client(url)
    await client.connect()
    await client.query('create table notes (text text)')
    await client.end()
    const usedDatabase = await createDatabase(server.url, 'used')
    const other = new pg.Client(usedDatabase)
    await other.connect()
    await other.query(`create function answer() returns int language sql as 'select 42'; create type mood as enum ('calm'); create schema reports`)
    const away = new URL(url)
    away.pathname = '/nowhere'
    for (const [target, code, why] of [
      [url, 1, /isn't empty: it has tables \(1 in schema public\)\. Make/],
      [usedDatabase, 1, /isn't empty: it has functions \(1 in schema public\), types \(1 in schema public\), schema reports\. Make/],
      [away.href, 1, /"nowhere" does not exist/],
      ['http://example.com', 2, /URL must begin with postgres:\/\//],
    ] as const)
      expect(await runCli(['move-to-postgres', target], embedded)).toMatchObject({ code, err: expect.stringMatching(why) })
    expect(await tablesIn(url)).toBe(1)
    expect((await other.query('select answer()')).rows).toEqual([{ answer: 42 }])
    await other.end()
  },
  240_000,
)
