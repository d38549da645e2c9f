import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { load, type Load } from './load.ts'
import { count, median, ms, processorTimeOf } from './measure.ts'
import type { Stage } from './stage.ts'
import { tableOfCases, type Case, type Table } from './table.ts'

const ROUNDS = 5
const CONNECTIONS = 8
const CROWD = 50
const PATHS = ['/', '/roles/1', '/api/open-roles']
const ENCODINGS = { br: 'compressed', identity: 'not compressed' }
const GOAL = 0.75
const SPREAD = 3
const THIN =
  'writing to the socket takes the most on both sides. What comes on top of Fastify is spread thin over ten hooks (request id, odd heads, limits on requests under way, cookies, callers), metrics and log counts; no function of ours takes more than 3%. Constant headers, a policy built once, a logger made when it logs, counting cached hits, and handlers without promises were tried and kept.'

/**
 * Benchmarks public pages, with all hooks in place, against bare Fastify sending the same headers and bytes. The two take turns, so other load on the
 * machine affects them equally.
 */
export async function benchPages(stage: Stage): Promise<Table> {
  const product = await stage.product(null, { logLevel: 'info' })
  const pid = product.process.pid!
  try {
    const compared: Comparison[] = []
    for (const path of PATHS) {
      for (const encoding of Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[]) compared.push(await compare({ url: product.url, pid, path, encoding }))
    }
    return tableOfCases(
      `Public pages and the list of openings, ${CONNECTIONS} connections`,
      compared.flatMap((one) => one.cases),
      [
        `Medians of ${ROUNDS} rounds in turns. The floor is bare Fastify sending the same headers and bytes from memory, in a separate process. Client and server share the machine.`,
        `In processor time for each response, which other programs on the machine change less: ${compared.map((one) => one.processor).join(', ')}.`,
        `Bare \`node:http\`, with only a type and a length: ${compared.map((one) => one.bare).join(', ')}.`,
      ],
    )
  } finally {
    await product.stop()
  }
}

type Comparison = { cases: Case[]; processor: string; bare: string }
type PageRequest = { url: string; pid: number; path: string; encoding: keyof typeof ENCODINGS }
type Round = Load & { processor_us: number }

async function compare({ url, pid, path, encoding }: PageRequest): Promise<Comparison> {
  const address = url + path
  // A page's very first response may be streamed, which makes it larger.
  await load(address, { seconds: 2, connections: CONNECTIONS, encoding })
  const floor = await openFloor(address, encoding)
  const [ours, same, bare]: Round[][] = [[], [], []]
  const round = (at: string, process: number, connections = CONNECTIONS) => withProcessorTime(process, () => load(at, { seconds: 2, connections, encoding }))
  for (let turn = 0; turn < ROUNDS; turn++) {
    same!.push(await round(`${floor.url}${path}`, floor.pid))
    ours!.push(await round(address, pid))
    bare!.push(await round(`${floor.bareUrl}${path}`, floor.pid))
  }
  const crowd = await round(address, pid, CROWD)
  floor.stop()
  const rateOf = (rounds: Round[]) => median(rounds.map((one) => one.requests / one.seconds))
  const processorOf = (rounds: Round[]) => median(rounds.map((one) => one.processor_us))
  const perSecond = (rate: number) => `${count(Math.round(rate))}/s`
  const [rate, most] = [rateOf(ours!), rateOf(same!)]
  const what = `\`GET ${path}\`, ${ENCODINGS[encoding]}`
  return {
    cases: [
      {
        what: `${what}, ${count(floor.bytes)} bytes`,
        product: perSecond(rate),
        floor: perSecond(most),
        ratio: rate / most,
        goal: { atLeast: GOAL },
        because: THIN,
      },
      {
        what: `${what}: 95% of ${CROWD} clients, in medians`,
        product: ms(crowd.p95_ms),
        floor: ms(crowd.p50_ms),
        ratio: crowd.p95_ms / crowd.p50_ms,
        goal: { atMost: SPREAD },
      },
    ],
    processor: `${what} ${(processorOf(same!) / processorOf(ours!)).toFixed(2)}`,
    bare: `${what} ${perSecond(rateOf(bare!))}`,
  }
}

/** Adds the server's processor time per request. */
async function withProcessorTime(pid: number, work: () => Promise<Load>): Promise<Round> {
  const before = processorTimeOf(pid)
  const done = await work()
  return { ...done, processor_us: ((processorTimeOf(pid) - before) * 1e6) / done.requests }
}

type Floor = { url: string; bareUrl: string; bytes: number; pid: number; stop: () => void }

async function openFloor(url: string, encoding: string): Promise<Floor> {
  const child = spawn(process.execPath, ['lab/bench/floor.ts'], {
    env: { ...process.env, FLOOR_URL: url, FLOOR_ENCODING: encoding },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const [port, barePort, bytes] = line.toString().trim().split(' ').map(Number)
  return { url: `http://127.0.0.1:${port}`, bareUrl: `http://127.0.0.1:${barePort}`, bytes: bytes!, pid: child.pid!, stop: () => void child.kill() }
}
