import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const QUIET = '--no-audit --no-fund --loglevel=error'
const scripts = readdirSync('scripts').filter((name) => name.endsWith('.mjs'))
/** The `npm ci` command that each script runs if dependencies are missing. */
const INSTALLING = scripts.flatMap((name) => {
  const asked = /\nensureInstalled\((.*)\)/.exec(readFileSync(join('scripts', name), 'utf8'))
  return asked ? [[name, `npm ci --${asked[1] === '' ? 'omit' : 'include'}=dev --include=optional ${QUIET}`] as const] : []
})
let clone: string

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'rounds-clone-'))
  const filter = (path: string) => !path.includes('node_modules')
  for (const name of ['scripts', 'package.json', 'package-lock.json']) cpSync(name, join(clone, name), { recursive: true, filter })
  writeFileSync(join(clone, 'npm'), '#!/bin/sh\necho "npm $*"\nexit 7\n', { mode: 0o755 })
})

afterAll(() => rmSync(clone, { recursive: true }))

const run = (script: string, folder = '') =>
  spawnSync('sh', ['scripts/node', join('scripts', script)], { cwd: clone, env: { PATH: `${folder}${machinesPath()}` }, encoding: 'utf8' })

test.each(INSTALLING)('without any packages, %s first installs what it needs', (script, words) => {
  const { stdout, stderr, status } = run(script, `${dirname(process.execPath)}${delimiter}`)
  // The Node running this test is recent enough, and npm is found after it.
  expect({ said: stdout.trim().split('\n').at(-1), stderr, status }).toEqual({ said: words, stderr: '', status: 7 })
})

test('start skips packages that only tests and checks need', () => {
  expect(INSTALLING.map(([name]) => name)).toEqual(expect.arrayContaining(['start.mjs', 'test.mjs', 'test-full.mjs', 'check.mjs']))
  expect(INSTALLING.filter(([, words]) => words.includes('omit=dev')).map(([name]) => name)).toEqual(['start.mjs'])
})

test('Node is installed if the machine has only an older one', () => {
  const old = mkdtempSync(join(tmpdir(), 'rounds-node-'))
  writeFileSync(join(old, 'node'), '#!/bin/sh\necho v20.20.2\n', { mode: 0o755 })
  const { stdout, status } = run('start.mjs', `${old}${delimiter}`)
  rmSync(old, { recursive: true })
  expect({ said: stdout.trim().split('\n'), status }).toEqual({
    said: ['Installing Node…', expect.stringMatching(/^npm ci --prefix \S+\/scripts\/node-runtime --no-audit/)],
    status: 7,
  })
})

/** Returns a path that finds this test's npm first, without the project's own Node, which npm prepends. */
function machinesPath(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return [clone, ...folders.filter((folder) => !folder.includes('node_modules'))].join(delimiter)
}
