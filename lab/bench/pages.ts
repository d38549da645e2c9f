import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { load, type Load } from './load.ts'
import { count, median, ms } from './measure.ts'
import type { Stage } from './stage.ts'
import { tableOfCases, type Case, type Table } from './table.ts'

const ROUNDS = 5
const CONNECTIONS = 8
const HEAD =
  'in processor time, Fastify with the same headers reaches 0.8. What else each request takes is spread thin: ten hooks (request id, odd heads, limits on bodies and on requests under way, cookies, callers) take a third, headers and their checks by Node a fifth, metrics and log counts a tenth. Constant headers, a logger made when it logs, counting cached hits, and keeping hooks of calls away from pages were tried and kept; a socket timeout of none saves nothing.'
const SLOWEST = 'the slowest of a hundred waits behind seven others, so it is as much slower as the rate is lower.'
const CASES = [
  { path: '/', goal: 0.6 },
  { path: '/roles/1', goal: 0.6 },
  { path: '/api/open-roles', goal: 0.6 },
]

/** Benchmarks public pages with all hooks in place, compared with bare node:http serving the same bytes; the two take turns. */
export async function benchPages(stage: Stage): Promise<Table> {
  const product = await stage.product(null, { logLevel: 'info' })
  try {
    const cases: Case[] = []
    for (const { path, goal } of CASES) cases.push(...(await compare(product.url + path, path, goal)))
    return tableOfCases('Public pages and the list of openings through the framework, 8 connections', cases, [
      `Medians of ${ROUNDS} rounds in turns. The floor is bare \`node:http\` sending the same bytes from memory, in a process of its own. Client and server share the machine.`,
    ])
  } finally {
    await product.stop()
  }
}

async function compare(url: string, path: string, goal: number): Promise<Case[]> {
  // The very first response may be streamed, which makes it larger.
  await load(url, { seconds: 2, connections: CONNECTIONS })
  const bytes = await sentBytes(url)
  const floor = await openFloor(url, bytes)
  const ours: Load[] = []
  const bare: Load[] = []
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await load(`${floor.url}${path}`, { seconds: 2, connections: CONNECTIONS }))
    ours.push(await load(url, { seconds: 2, connections: CONNECTIONS }))
  }
  floor.stop()
  const [rate, most] = [ours, bare].map((loads) => median(loads.map((one) => one.requests / one.seconds))) as [number, number]
  const [slow, least] = [ours, bare].map((loads) => median(loads.map((one) => one.p99_ms))) as [number, number]
  const perSecond = (one: number) => `${count(Math.round(one))}/s`
  return [
    {
      what: `\`GET ${path}\`, ${count(bytes)} bytes`,
      product: perSecond(rate),
      floor: perSecond(most),
      ratio: rate / most,
      goal: { atLeast: goal },
      because: HEAD,
    },
    { what: `\`GET ${path}\`, p99`, product: ms(slow), floor: ms(least), ratio: slow / least, goal: { atMost: 2 }, because: SLOWEST },
  ]
}

/** Returns the size of the compressed body. */
async function sentBytes(url: string): Promise<number> {
  const asked = request(url, { headers: { 'accept-encoding': 'br' } }).end()
  const [answer] = (await once(asked, 'response')) as [AsyncIterable<Buffer>]
  let bytes = 0
  for await (const part of answer) bytes += part.length
  return bytes
}

async function openFloor(url: string, bytes: number): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, ['lab/bench/floor.ts'], {
    env: { ...process.env, FLOOR_URL: url, FLOOR_BYTES: String(bytes) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${port.toString().trim()}`, stop: () => void child.kill() }
}
