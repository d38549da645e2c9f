import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCommand } from '#server/operate/commands/command-table.ts'
import { runCli } from '#test/setup/cli.ts'
import { VERSION } from '#server/version.ts'
import { parseReleases } from './release-file.ts'

const CHANGELOG = `# Changelog

## Unreleased

### What an operator must do

- Not yet.

## 10.2.0, 2027-03-01

### What an operator must do

- Set \`NEW_SETTING\`
  first.

### Operating

#### Running

- Faster.

#### Backups

- Safer.

## ${VERSION}, 2026-11-26

### Operating

- The first.
`

let folder: string
let fingerprint: string
const at = (name: string) => join(folder, name)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rounds-release-'))
  writeFileSync(at('changelog.md'), CHANGELOG)
  const released = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/release.mjs', at('key.pem'), at('changelog.md')], {
    encoding: 'utf8',
  })
  fingerprint = /^Key: ([0-9a-f]{64})$/m.exec(released.stderr)![1]!
  writeFileSync(at('releases.json'), released.stdout)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const check = (place: string, key = fingerprint) => runCli(['upgrade', '--check', place, '--key', key], { DATA_DIR: at('data') })

test('the command lists newer versions and what an operator must do, from a file or a URL, without opening a database', async () => {
  const expected = `10.2.0, released on 2027-03-01
  What an operator must do:
    - Set \`NEW_SETTING\` first.
  What changes:
    - Faster.
    - Safer.
`
  expect(await check(at('releases.json'))).toEqual({ code: 0, out: expected, err: '' })

  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end(readFileSync(at('releases.json')))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/releases.json`
  expect(await check(url)).toMatchObject({ code: 0, out: expected })
  expect(asked).toEqual(['GET /releases.json'])
  server.close()
  expect(await check(url)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('ECONNREFUSED') })
})

test("a release file that was changed, was signed with another key, or isn't a release is rejected", async () => {
  const text = readFileSync(at('releases.json'), 'utf8')
  writeFileSync(at('changed.json'), text.replace('Faster.', 'Slower.'))
  expect(await check(at('changed.json'))).toEqual({ code: 1, out: '', err: 'This release file was changed after it was signed.\n' })
  expect(await check(at('releases.json'), 'a'.repeat(64))).toEqual({
    code: 1,
    out: '',
    err: `This release file is signed with another key (${fingerprint}).\n`,
  })
  expect(await check(at('changelog.md'))).toEqual({ code: 1, out: '', err: "This isn't a release file.\n" })
  expect(await check(at('nowhere.json'))).toMatchObject({ code: 1, out: '', err: expect.stringContaining('there is no such file') })
})

test('if there are no newer versions, the command says so', async () => {
  writeFileSync(at('old.md'), CHANGELOG.replace('10.2.0', '0.0.9'))
  const script = ['--disable-warning=ExperimentalWarning', 'scripts/release.mjs', at('key.pem'), at('old.md')]
  writeFileSync(at('old.json'), execFileSync(process.execPath, script, { stdio: ['ignore', 'pipe', 'ignore'] }))
  const { code, out } = await check(at('old.json'))
  expect(code).toBe(0)
  expect(out).toMatch(new RegExp(`^This is ${VERSION.replaceAll('.', '\\.')}, and nothing newer is in the release file of \\d{4}-\\d\\d-\\d\\d\\.\\n$`))
})

test('a location and a fingerprint are required, and a URL must be encrypted', () => {
  const key = ['--key', 'a'.repeat(64)]
  for (const words of [[], ['--check', 'x'], ['--check', 'x', '--key', 'x'], key, ['--check', 'http://example.com/x', ...key]])
    expect(() => findCommand(['upgrade', ...words]), words.join(' ')).toThrow(TypeError)
  expect(findCommand(['upgrade', '--check', 'https://example.com/x', ...key])).not.toBeNull()
})

test('our own changelog has a section per release that says what an operator must do', () => {
  const releases = parseReleases(readFileSync('CHANGELOG.md', 'utf8'))
  expect(releases.map(({ version }) => version)).toContain(VERSION)
  for (const { must_do, changes } of releases) expect([must_do.length > 0, changes.length > 0]).toEqual([true, true])
})
