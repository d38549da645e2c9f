import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const INSTALLING = 'npm ci --include=dev --include=optional --no-audit --no-fund --loglevel=error'
const installing = readdirSync('scripts').filter((name) => readFileSync(join('scripts', name), 'utf8').includes('\nensureInstalled()'))
let clone: string

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'rounds-clone-'))
  for (const name of ['scripts', 'package.json', 'package-lock.json']) cpSync(name, join(clone, name), { recursive: true })
  writeFileSync(join(clone, 'npm'), '#!/bin/sh\necho "npm $*"\nexit 7\n', { mode: 0o755 })
})

afterAll(() => rmSync(clone, { recursive: true }))

test.each(installing)("%s begins by installing, on the machine's own Node and without any package", (script) => {
  const { stdout, stderr, status } = spawnSync('sh', ['scripts/node', join('scripts', script)], { cwd: clone, env: { PATH: machinesPath() }, encoding: 'utf8' })
  expect({ said: stdout.trim().split('\n').at(-1), stderr, status }).toEqual({ said: INSTALLING, stderr: '', status: 7 })
})

test('starting, testing and checking install what is missing', () => {
  expect(installing).toEqual(expect.arrayContaining(['start.mjs', 'test.mjs', 'check.mjs']))
})

/** This test's npm, then what's on the machine without what npm puts in front of it: the project's own Node. */
function machinesPath(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return [clone, ...folders.filter((folder) => !folder.includes('node_modules'))].join(delimiter)
}
