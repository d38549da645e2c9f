import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startProduct } from '#lab/faults/product.ts'
import { runCli } from '#test/setup/cli.ts'
import { createDatabase, kindOfRun, startPostgres, type Postgres } from '#test/setup/database.ts'

// Runs the commands the way an operator does, on a PostgreSQL server; they work the same on the embedded database.
const isServerRun = kindOfRun() === 'postgres'
const isRoot = process.getuid?.() === 0
const NOBODY = 65_534
const TEMPLATE = 'demo_template'
let server: Postgres
let root: string
let folder: string
let databases = 0
let settings: Record<string, string>

beforeAll(async () => {
  if (!isServerRun) return
  root = mkdtempSync(join(tmpdir(), 'rounds-command-'))
  server = await startPostgres()
  const seedSettings = { DATA_DIR: join(root, TEMPLATE), DATABASE_URL: await createDatabase(server.url, TEMPLATE) }
  mkdirSync(seedSettings.DATA_DIR)
  expect(await runCli(['seed', '--demo'], seedSettings)).toMatchObject({ code: 0 })
})
afterAll(async () => {
  if (!isServerRun) return
  await server.stop()
  rmSync(root, { recursive: true, force: true })
})
beforeEach(async () => {
  if (!isServerRun) return
  folder = join(root, String(++databases))
  settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: await createDatabase(server.url, `command_${databases}`, TEMPLATE) }
  cpSync(join(root, TEMPLATE), settings['DATA_DIR']!, { recursive: true })
})

const cli = (...words: string[]) => runCli(words, settings)

test.runIf(isServerRun)(
  'a restore fails while a process is running, and works once it has stopped',
  async () => {
    const file = join(folder, 'b.tar')
    expect(await cli('backup', file)).toMatchObject({ code: 0 })
    const product = await startProduct({ ...settings, SEED: 'reference', ADMIN_EMAILS: 'admin@meridianhealth.example' })
    expect(await cli('restore', file, '--force')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Rounds is running on this database.*Nothing was restored/),
    })
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
    expect(await product.stop()).toBe(0)
    expect(await cli('restore', file, '--force')).toMatchObject({ code: 0 })
  },
  240_000,
)

test.runIf(isServerRun && isRoot)(
  "a command run as root leaves no root-owned files in another user's data folder, and can still write where only root can",
  async () => {
    const [data, secret] = [settings['DATA_DIR']!, join(folder, 'root-only')]
    mkdirSync(secret, { mode: 0o700 })
    execFileSync('chown', ['-R', String(NOBODY), data])
    chownSync(root, 0, 0)
    execFileSync('chmod', ['755', root])
    const file = join(secret, 'b.tar.zst')
    expect(await cli('backup', file)).toMatchObject({ code: 0, err: '' })
    expect(statSync(file)).toMatchObject({ uid: 0, mode: 0o100600 })
    expect(readdirSync(secret)).toEqual(['b.tar.zst'])
    expect(await cli('applicant', 'export', '1', '--output', join(secret, 'export'))).toMatchObject({ code: 0, err: '' })
    expect(statSync(join(secret, 'export', 'applicant.json'))).toMatchObject({ uid: 0, mode: 0o100600 })
    const restored = await cli('restore', file)
    expect(restored).toMatchObject({ code: 0, err: '' })
    const names = readdirSync(data, { recursive: true }).map((name) => join(data, String(name)))
    expect(names.some((name) => name.includes('before-restore-'))).toBe(true)
    expect(names.filter((name) => statSync(name).uid !== NOBODY)).toEqual([])
  },
  240_000,
)

test.runIf(isServerRun)(
  'restore --check says whether an archive can be restored, without restoring anything',
  async () => {
    const file = join(folder, 'b.tar.zst')
    expect(await cli('backup', file)).toMatchObject({ code: 0 })
    expect(await cli('owner', 'add', 'later@meridianhealth.example')).toMatchObject({ code: 0 })
    const before = await cli('audit', 'verify')
    expect(await cli('restore', file, '--check')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/can be restored: the state of \d{4}-.*, \d+ rows, \d+ files/),
    })
    const content = readFileSync(file)
    content[content.length >> 1]! ^= 0xff
    writeFileSync(file, content)
    expect(await cli('restore', file, '--check')).toMatchObject({ code: 1, err: expect.stringContaining('damaged') })
    expect(readdirSync(settings['DATA_DIR']!).filter((name) => name.startsWith('before-restore-'))).toEqual([])
    expect((await cli('audit', 'verify')).out).toBe(before.out)
  },
  240_000,
)

test.runIf(isServerRun)(
  "a backup doesn't overwrite files unless told to, and a compressed one can be restored",
  async () => {
    const [plain, zst, gz] = ['b.tar', 'b.tar.zst', 'b.tar.gz'].map((name) => join(folder, name))
    for (const file of [plain!, zst!, gz!]) expect(await cli('backup', file)).toMatchObject({ code: 0 })
    expect(await cli('backup', plain!)).toMatchObject({ code: 1, err: expect.stringContaining('already exists') })
    expect(await cli('backup', plain!, '--overwrite')).toMatchObject({ code: 0 })
    for (const file of [zst!, gz!]) {
      expect(statSync(file).size).toBeLessThan(statSync(plain!).size / 2)
      expect(await cli('restore', file, '--force')).toMatchObject({ code: 0 })
    }
  },
  240_000,
)

const hasGnuPg = spawnSync('gpg', ['--version']).status === 0

test.runIf(isServerRun && hasGnuPg)(
  "a backup is encrypted as it's written; a restore reports that it's encrypted and works once it's decrypted",
  async () => {
    const home = mkdtempSync('/tmp/rounds-gpg-')
    const gpg = (...words: string[]) => execFileSync('gpg', ['--homedir', home, '--batch', '--quiet', ...words], { stdio: ['ignore', 'pipe', 'ignore'] })
    gpg('--passphrase', '', '--quick-gen-key', 'backup@meridianhealth.example', 'default', 'default')
    const file = join(folder, 'b.tar.zst.gpg')
    settings = { ...settings, GNUPGHOME: home }
    expect(await cli('backup', file, '--encrypt-to', 'backup@meridianhealth.example')).toMatchObject({ code: 0, err: '' })
    expect(await cli('restore', file, '--force')).toMatchObject({ code: 1, err: expect.stringContaining('This archive is encrypted') })
    gpg('--output', join(folder, 'b.tar.zst'), '--decrypt', file)
    expect(await cli('restore', join(folder, 'b.tar.zst'), '--force')).toMatchObject({ code: 0 })
    expect(await cli('backup', join(folder, 'x.gpg'), '--encrypt-to', 'nobody@meridianhealth.example')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^gpg could not encrypt the archive: /),
    })
    expect(readdirSync(folder).filter((name) => name.startsWith('x.'))).toEqual([])
    spawnSync('gpgconf', ['--homedir', home, '--kill', 'gpg-agent'])
    rmSync(home, { recursive: true, force: true })
  },
  240_000,
)
