import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#lab/faults/product.ts'

// The first start in a checkout builds the pages.
vi.setConfig({ testTimeout: 180_000 })

let folder: string
let url: string
let npm: ChildProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rounds-stopping-'))
})
afterEach(() => {
  try {
    process.kill(-npm.pid!, 'SIGKILL')
  } catch {}
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('when npm start is told to stop, it exits with 0 and so does the server', async () => {
  await start()
  npm.kill('SIGTERM')
  expect(await once(npm, 'exit')).toEqual([0, null])
  expect(await isAnswering()).toBe(false)
})

test('Ctrl+C, which a terminal sends to both npm and the server, shuts the server down cleanly', async () => {
  await start()
  process.kill(-npm.pid!, 'SIGINT')
  expect(await once(npm, 'exit')).toEqual([0, null])
  expect(await isAnswering()).toBe(false)
})

test('the server stops when npm is killed', async () => {
  await start()
  npm.kill('SIGKILL')
  for (const deadline = Date.now() + 10_000; Date.now() < deadline && (await isAnswering());) await pause(100)
  expect(await isAnswering()).toBe(false)
})

async function start(): Promise<void> {
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  npm = spawn('npm', ['start'], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, NODE_ENV: '', BASE_URL: '', DATABASE_URL: '', PORT: port, DATA_DIR: folder, SEED: 'none', ADMIN_EMAILS: 'admin@example.com' },
  })
  for (const deadline = Date.now() + 150_000; !(await isAnswering()); await pause(100)) expect(Date.now()).toBeLessThan(deadline)
}

function isAnswering(): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (said) => said.ok,
    () => false,
  )
}
