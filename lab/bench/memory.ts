import { execFileSync, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#lab/faults/product.ts'
import { drain } from './ask.ts'
import { load } from './load.ts'
import { idleMemory } from './lists.ts'
import { count, memoryOf, peakMemoryOf } from './measure.ts'
import { ADMIN, type Stage } from './stage.ts'
import { tableOfLimits, type Table } from './table.ts'

const LOAD_S = 10
const REST_MS = 20_000
const LOADED =
  'the modules of scheduling, passkeys, single sign-on and the candidate page came after the goal was set. What is heavy and seldom used loads on first use already: PDF, mail, sanitizer, calendar, encoder.'
const EMBEDDED =
  "measured apart, the server's process took 215 MB and npm, which waits alongside it, 57. PGlite's buffers and what V8 kept for its parser were cut already (docs/decisions/0013-speed.md)."
const megabytes = (value: number) => `${Math.round(value)} MB`

/** Benchmarks resident memory at rest and under load. */
export async function benchMemory(stage: Stage): Promise<Table> {
  const large = await stage.filled(100_000)
  const product = await stage.product(large)
  try {
    await idleMemory(product)
    await pause(REST_MS)
    const atRest = memoryOf(product.process.pid!)
    const list = `${product.url}/api/applicants/list`
    const underLoad = await peakMemoryOf(product.process.pid!, () =>
      Promise.all([
        load(`${product.url}/`, { seconds: LOAD_S, connections: 8 }),
        repeatFor(LOAD_S, () => drain(list, large.token, { days_ago: 4000 })),
        repeatFor(LOAD_S, () => drain(`${product.url}/api/dashboard?days=30`, large.token)),
        drain(`${product.url}/api/applicants/export.csv?roleId=all&days_ago=30`, large.token),
      ]),
    )
    const folder = await stage.folder()
    // The first start creates the database and the demo data.
    await (await stage.product(null, { folder })).stop()
    const embedded = await memoryOfWholeStart(folder)
    return tableOfLimits(
      'Memory',
      [
        { what: 'PostgreSQL: one process at rest', is: atRest, most: 120, show: megabytes, because: LOADED },
        { what: `PostgreSQL: ${count(large.applications)} applications, under load, at most`, is: underLoad, most: 350, show: megabytes },
        {
          what: 'embedded database: all processes of `npm start` at rest, second start with the demo',
          is: embedded,
          most: 200,
          show: megabytes,
          because: EMBEDDED,
        },
      ],
      [
        `The load lasts ${LOAD_S} s: 8 connections to the home page, one reader of the list and one of the admin home, and an export as CSV. At rest is ${REST_MS / 1000} s after the first pages.`,
      ],
    )
  } finally {
    await product.stop()
  }
}

async function repeatFor(seconds: number, work: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) await work()
}

/** Runs `npm start` as people would, and measures every process it leaves running. */
async function memoryOfWholeStart(folder: string): Promise<number> {
  const PORT = String(await freePort())
  const npm = spawn('npm', ['start'], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, BASE_URL: '', DATABASE_URL: '', NODE_ENV: '', DATA_DIR: folder, PORT, ADMIN_EMAILS: ADMIN },
  })
  const url = `http://127.0.0.1:${PORT}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
  for (const end = Date.now() + 120_000; !(await isReady()) && Date.now() < end;) await pause(100)
  for (let visit = 0; visit < 20; visit++) await fetch(url)
  await pause(REST_MS)
  const rows = execFileSync('ps', ['-eo', 'pgid=,rss='], { encoding: 'utf8' }).trim().split('\n')
  const kilobytes = rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([group]) => group === npm.pid)
    .reduce((sum, [, rss]) => sum + rss!, 0)
  process.kill(-npm.pid!, 'SIGTERM')
  return kilobytes / 1024
}
