import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from '#test/faults/product.ts'
import { load, type Load } from './load.ts'
import { median, type Table } from './table.ts'

const ROUNDS = 5
const CASES = [
  { path: '/', goal: 0.8 },
  { path: '/roles/1', goal: 0.8 },
  { path: '/api/open-roles', goal: 0.7 },
]

/** What visitors read, as a share of what bare node:http serves of the same bytes; the two take turns. */
export async function benchPages(): Promise<Table> {
  const folder = await mkdtemp(join(tmpdir(), 'rounds-bench-'))
  const product = await startProduct({ DATA_DIR: folder, NODE_ENV: 'development', LOG_LEVEL: 'warn' })
  try {
    const rows: string[][] = []
    for (const { path, goal } of CASES) rows.push(await compare(product.url + path, path, goal))
    return {
      title: 'Public pages and lists, 16 connections',
      columns: ['GET', 'bytes sent', 'share of the floor', 'goal', 'p99 against the floor', 'requests/s (floor)'],
      rows,
      notes: [`Median of ${ROUNDS} rounds in turns. The floor is bare \`node:http\` sending the same bytes from memory. Client and server share the machine.`],
    }
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(url: string, path: string, goal: number): Promise<string[]> {
  const bytes = await sentBytes(url)
  const floor = await openFloor(url, bytes)
  const ours: Load[] = []
  const bare: Load[] = []
  await load(url, { seconds: 1 })
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await load(`${floor.url}${path}`, { seconds: 2 }))
    ours.push(await load(url, { seconds: 2 }))
  }
  floor.stop()
  const rate = (loads: Load[]) => median(loads.map((one) => one.requests / one.seconds))
  const slow = (loads: Load[]) => median(loads.map((one) => one.p99_ms))
  return [
    `\`${path}\``,
    String(bytes),
    (rate(ours) / rate(bare)).toFixed(2),
    goal.toFixed(1),
    `${(slow(ours) / slow(bare)).toFixed(2)}x`,
    `${Math.round(rate(ours))} (${Math.round(rate(bare))})`,
  ]
}

/** Of the body as a browser gets it, compressed. */
async function sentBytes(url: string): Promise<number> {
  const asked = request(url, { headers: { 'accept-encoding': 'br' } }).end()
  const [answer] = (await once(asked, 'response')) as [AsyncIterable<Buffer>]
  let bytes = 0
  for await (const part of answer) bytes += part.length
  return bytes
}

async function openFloor(url: string, bytes: number): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, ['bench/floor.ts'], {
    env: { ...process.env, FLOOR_URL: url, FLOOR_BYTES: String(bytes) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${port.toString().trim()}`, stop: () => void child.kill() }
}
