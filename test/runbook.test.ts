import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort, startProduct } from '#lab/faults/product.ts'

const ADMIN = 'admin@meridianhealth.example'
const NEEDS_MORE =
  /^(\/opt\/rounds\/deploy\/install\.sh|apt-get|cd|chown|cp|docker|find|for|git|hash|install|journalctl|nginx|npm|patronictl|rounds|rounds-owner|rounds-upgrade|runuser|sed|set|systemctl|useradd)( |$)/

/** The code blocks in the operator's guide, with their info strings. */
const blocks = [...readFileSync('docs/operate.md', 'utf8').matchAll(/^ *```sh( by hand)?\n([\s\S]*?)^ *```$/gm)].map(([, mark, text]) => ({
  isByHand: mark !== undefined,
  lines: text!
    .trim()
    .split('\n')
    .map((line) => line.trim()),
}))

test('every runbook command works as documented on its deployment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-runbook-'))
  const [data, bin] = [join(folder, 'data'), join(folder, 'bin')]
  for (const one of [data, bin]) mkdirSync(one)
  const port = String(await freePort())
  // Both the unit and the command line read these settings from a file.
  const settings = { DATA_DIR: data, PORT: port, SEED: 'demo', COMPANY_NAME: 'Meridian Health' }
  const product = await startProduct(settings)
  try {
    writeFileSync(
      join(folder, 'rounds.env'),
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
    writeFileSync(join(bin, 'rounds'), `#!/bin/sh\nexec '${process.cwd()}/deploy/rounds' "$@"\n`, { mode: 0o755 })
    const own = { ROUNDS_HOME: process.cwd(), ROUNDS_ENV: join(folder, 'rounds.env'), DATA_DIR: data, FOLDER: folder, EMAIL: ADMIN, ID: '1' }
    const env = { ...process.env, BASE_URL: '', NODE_ENV: 'test', ...own, PATH: `${bin}${delimiter}${process.env['PATH']}` }
    const lines = blocks.filter((one) => !one.isByHand).flatMap((one) => one.lines)
    expect(lines.length).toBeGreaterThan(15)
    const failed = lines.flatMap((line) => {
      const { status, stdout, stderr } = spawnSync('sh', ['-ec', line.replace(':3000', `:${port}`)], { cwd: folder, env, encoding: 'utf8' })
      return status === 0 ? [] : [`${line}: ${status} ${stdout} ${stderr}`]
    })
    expect(failed).toEqual([])
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}, 240_000)

test('runbook commands that no test runs are marked as such, and need systemd, a cluster or a second machine', () => {
  const byHand = blocks.filter((one) => one.isByHand).flatMap((one) => one.lines)
  expect(byHand.filter((line) => !NEEDS_MORE.test(line))).toEqual([])
})

/** A path may leave out its first folders. */
const isAt = (file: string, path: string) => file === path || file.endsWith(`/${path}`)

const FILES = globSync(['src/**/*.ts', 'src/**/*.tsx', 'test/**/*.ts', 'lab/**/*.ts'])

test('every file that docs/security.md cites exists', () => {
  const named = [...readFileSync('docs/security.md', 'utf8').matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, path]) => path!)
  expect(named.length).toBeGreaterThan(100)
  expect([...new Set(named)].filter((path) => !FILES.some((file) => isAt(file, path)))).toEqual([])
})

test('every test that docs/security.md cites by its title exists', () => {
  const cited = [...readFileSync('docs/security.md', 'utf8').matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: ([^;|`]+)/g)].flatMap(([, path, titles]) =>
    titles!.split(/…,?/).flatMap((title) => (title.trim() ? [{ path: path!, title: title.trim().replace(/,$/, '') }] : [])),
  )
  expect(cited.length).toBeGreaterThan(100)
  const isIn = ({ path, title }: (typeof cited)[number]) =>
    FILES.some((file) => isAt(file, path) && readFileSync(file, 'utf8').replaceAll("\\'", "'").includes(title))
  expect(cited.filter((one) => !isIn(one))).toEqual([])
})
