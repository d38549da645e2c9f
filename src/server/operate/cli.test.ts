import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMANDS, findCommand, nameOf } from './command-table.ts'
import { startProduct, type Product } from '#test/faults/product.ts'
import { kindOfRun } from '#test/setup/database.ts'

let folder: string
let product: Product

// The embedded database alone: only there a running process stands in the way.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rounds-cli-'))
  if (kindOfRun() === 'embedded')
    product = await startProduct({ DATA_DIR: join(folder, 'data'), SEED: 'reference', ADMIN_EMAILS: 'admin@meridianhealth.example' })
})
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

function cli(words: string[], settings: Record<string, string> = {}): Promise<{ code: number; out: string; err: string }> {
  const env = {
    ...process.env,
    BASE_URL: '',
    NODE_ENV: 'test',
    DATA_DIR: join(folder, 'data'),
    SEED: 'reference',
    ADMIN_EMAILS: 'admin@meridianhealth.example',
    ...settings,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/cli.ts', ...words], { env, cwd: process.cwd() }, (fault, out, err) =>
      resolve({ code: fault ? Number(fault.code) : 0, out, err }),
    )
  })
}

test('every command is found by its name and knows --help', async () => {
  const { code, out } = await cli(['--help'])
  expect(code).toBe(0)
  for (const command of COMMANDS) {
    expect(out).toContain(command.usage)
    expect(findCommand([...nameOf(command).split(' '), '--help'])).toMatchObject({ command, given: { flags: { help: true } } })
  }
  expect(await cli(['applicant', 'erase', '--help'])).toMatchObject({ code: 0, out: expect.stringContaining('--now') })
}, 120_000)

const WRONG = [
  ['backup'],
  ['backup', 'a', 'b'],
  ['applicant', 'erase', 'x'],
  ['applicant', 'hold', '1'],
  ['audit', 'verify', '--since', 'x'],
  ['migrate', '--fast'],
  ['session', 'revoke', 'nobody'],
]

test('wrong usage is 2, and stderr says what is wrong', async () => {
  for (const words of WRONG) expect(() => findCommand(words), words.join(' ')).toThrow(TypeError)
  for (const words of [[], ['nonsense'], ['applicant', 'erase', '0']]) {
    const { code, out, err } = await cli(words)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).not.toBe('')
  }
}, 120_000)

test('a wrong configuration is 1, each fault in one line', async () => {
  const { code, err } = await cli(['audit', 'verify'], { PORT: 'many' })
  expect(code).toBe(1)
  expect(err).toContain('PORT must be a whole number')
})

test.runIf(kindOfRun() === 'embedded')(
  'while the product runs on the embedded database, a backup is made and a restore is refused',
  async () => {
    const file = join(folder, 'b.tar')
    const made = await cli(['backup', file])
    expect(made).toMatchObject({ code: 0, err: '' })
    expect((await cli(['audit', 'verify'])).code).toBe(0)
    expect(await cli(['applicant', 'export', '7'])).toMatchObject({ code: 1, err: 'Applicant with user_session_id=7 was not found\n' })
    expect(await cli(['restore', file, '--force'])).toMatchObject({ code: 1, err: expect.stringContaining('is in use by a running Rounds. Stop it first') })

    const elsewhere = join(folder, 'elsewhere')
    expect(await cli(['restore', file], { DATA_DIR: elsewhere })).toMatchObject({ code: 0 })
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
  },
  120_000,
)
