import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMANDS, findCommand, nameOf } from './command-table.ts'
import { ask } from '#lab/faults/client.ts'
import { startProduct, type Product } from '#lab/faults/product.ts'
import { runCli } from '#test/setup/cli.ts'
import { kindOfRun } from '#test/setup/database.ts'

let folder: string
let product: Product

// Only relevant for the embedded database, which a running process locks.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rounds-cli-'))
  if (kindOfRun() === 'embedded')
    product = await startProduct({ DATA_DIR: join(folder, 'data'), SEED: 'reference', ADMIN_EMAILS: 'admin@meridianhealth.example' })
})
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

const cli = (words: string[], settings: Record<string, string> = {}) => runCli(words, { DATA_DIR: join(folder, 'data'), ...settings })

test('every command can be found by name and has --help', async () => {
  const { code, out } = await cli(['--help'])
  expect(code).toBe(0)
  for (const command of COMMANDS) {
    expect(out).toContain(command.usage)
    expect(findCommand([...nameOf(command).split(' '), '--help'])).toMatchObject({ command, given: { flags: { help: true } } })
    const namedOptions = [...command.usage.matchAll(/--([a-z-]+)/g)].map(([, option]) => option)
    expect(Object.keys(command.options ?? {}).toSorted(), command.usage).toEqual(namedOptions.toSorted())
  }
  expect(await cli(['applicant', 'erase', '--help'])).toMatchObject({ code: 0, out: expect.stringContaining('--now') })
})

const USAGE_ERRORS = [
  ['backup'],
  ['backup', 'a', 'b'],
  ['applicant', 'erase', 'x'],
  ['applicant', 'hold', '1'],
  ['audit', 'verify', '--since', 'x'],
  ['migrate', '--fast'],
  ['session', 'revoke', 'nobody'],
  ['sign-in', 'code', 'nobody'],
  ['roles', 'list', '--xml'],
  ['mail', 'allow', 'nobody'],
]

test('incorrect usage exits with 2 and explains the error on stderr', async () => {
  for (const words of USAGE_ERRORS) expect(() => findCommand(words), words.join(' ')).toThrow(TypeError)
  for (const words of [[], ['nonsense'], ['applicant', 'erase', '0']]) {
    const { code, out, err } = await cli(words)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).not.toBe('')
  }
})

test("a backup into a folder that doesn't exist exits with 1 and says so in one sentence", async () => {
  const file = join(folder, 'nowhere/b.tar')
  expect(await cli(['backup', file])).toEqual({ code: 1, out: '', err: `${file} can't be written: its folder doesn't exist.\n` })
})

test("roll won't restart the only process or run without a BASE_URL in the settings, and reports when there's no systemd", async () => {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const systemctl = (script: string) => writeFileSync(join(bin, 'systemctl'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const roll = (PATH = `${bin}:${process.env['PATH']}`) => cli(['roll'], { PATH })
  systemctl(`case $1 in list-units) echo 'rounds.service loaded active running Rounds' ;; restart) touch '${bin}/restarted' ;; esac`)
  expect(await roll()).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^Only rounds\.service runs here.*Nothing was restarted\.\n$/) })
  // Set in the first run, so it's only in the database.
  systemctl(`case $1 in list-units) echo 'rounds.service'; echo 'rounds-2.service' ;; restart) touch '${bin}/restarted' ;; esac`)
  expect(await roll()).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^BASE_URL isn't in the settings file.*Nothing was restarted\.\n$/) })
  expect(existsSync(join(bin, 'restarted'))).toBe(false)
  expect(await roll('/nowhere')).toMatchObject({ code: 1, err: 'systemctl list-units failed: there is no systemd here\n' })
})

test('an invalid configuration exits with 1 and prints one line per error', async () => {
  const { code, err } = await cli(['audit', 'verify'], { PORT: 'many' })
  expect(code).toBe(1)
  expect(err).toContain('PORT must be a whole number')
})

test.runIf(kindOfRun() === 'embedded')(
  "while the app runs on the embedded database, a backup works but a restore doesn't",
  async () => {
    const file = join(folder, 'b.tar')
    const made = await cli(['backup', file])
    expect(made).toMatchObject({ code: 0, err: '' })
    expect((await cli(['audit', 'verify'])).code).toBe(0)
    expect(await cli(['applicant', 'export', '7'])).toMatchObject({ code: 1, err: 'Applicant with user_session_id=7 was not found\n' })
    expect(await cli(['restore', file, '--force'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is in use by a running Rounds \(process \d+\)\. Stop it first/),
    })

    const elsewhere = join(folder, 'elsewhere')
    expect(await cli(['restore', file], { DATA_DIR: elsewhere })).toMatchObject({ code: 0 })
    // Existing data is kept by default.
    expect(await cli(['seed', '--demo'], { DATA_DIR: elsewhere })).toMatchObject({ code: 0 })
    const restored = await cli(['restore', file], { DATA_DIR: elsewhere })
    const [, kept] = /^What was there before is in (.+)\.$/m.exec(restored.out) ?? []
    expect([restored.code, existsSync(kept!)]).toEqual([0, true])
    expect(await cli(['restore', kept!], { DATA_DIR: join(folder, 'third') })).toMatchObject({ code: 0 })
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
  },
  240_000,
)

test.runIf(kindOfRun() === 'embedded')(
  'while the app runs on the embedded database, a bounce is read from stdin and an exclusion list from a file',
  async () => {
    const parts = [
      'message/delivery-status\n\nReporting-MTA: dns; a\n\nAction: failed\nStatus: 5.1.1',
      `message/rfc822\n\nMessage-ID: <${'a'.repeat(8)}-aaaa-aaaa-aaaa-${'a'.repeat(12)}@b>`,
    ]
    const bounce = `Content-Type: multipart/report; boundary=x\n\n${parts.map((part) => `--x\nContent-Type: ${part}\n`).join('')}--x--\n`
    expect(await runCli(['mail', 'bounced'], { DATA_DIR: join(folder, 'data') }, bounce)).toEqual({
      code: 0,
      out: 'No sent email has this Message-ID, so nothing was changed.\n',
      err: '',
    })
    writeFileSync(join(folder, 'list.csv'), 'not a list\n')
    const loaded = await cli(['exclusions', 'load', join(folder, 'list.csv')])
    expect([loaded.code, loaded.err]).toEqual([1, expect.not.stringContaining('null')])
  },
  240_000,
)

test.runIf(kindOfRun() === 'embedded')(
  "an admin who isn't getting email can sign in once with a code from the command line; no one else can get one",
  async () => {
    const email = 'admin@meridianhealth.example'
    const { code, out } = await cli(['sign-in', 'code', email])
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d{8}\n$/)])
    const signIn = () => ask(`${product.url}/api/auth/verify-code`, { body: { email, code: out.trim(), role: 'admin' } })
    expect(await signIn()).toMatchObject({ status: 200, body: { email } })
    expect((await signIn()).status).toBe(401)
    expect(await cli(['sign-in', 'code', 'ivy@meridianhealth.example'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining("isn't an owner"),
    })
    expect(await cli(['audit', 'verify', '--json'])).toMatchObject({ code: 0, out: expect.stringContaining('"whole":true') })
  },
  240_000,
)

test.runIf(kindOfRun() === 'embedded')(
  'roles are listed with their numbers, as text or JSON',
  async () => {
    const { token } = await signedInAt(product.url)
    const role = { function_role_name: 'Night Nurse', hiring_lead_name: 'Ivy Marsh', hiring_lead_email: 'ivy@meridianhealth.example' }
    expect((await ask(`${product.url}/api/open-roles/admin`, { token, body: role })).status).toBe(201)
    expect((await cli(['roles', 'list'])).out).toMatch(/^ +1 {2}published +Night Nurse\n$/)
    expect(JSON.parse((await cli(['roles', 'list', '--json'])).out)).toEqual([
      expect.objectContaining({ ref_function_role_id: 1, function_role_name: 'Night Nurse' }),
    ])
  },
  240_000,
)

async function signedInAt(url: string): Promise<{ token: string }> {
  const email = 'admin@meridianhealth.example'
  const { out } = await cli(['sign-in', 'code', email])
  return (await ask<{ token: string }>(`${url}/api/auth/verify-code`, { body: { email, code: out.trim(), role: 'admin' } })).body
}
