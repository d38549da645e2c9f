import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { count, median } from './measure.ts'
import type { Filled, Stage } from './stage.ts'
import { tableOfCases, type Case, type Table } from './table.ts'

const ROUNDS = 5
const LOADING =
  'loading the modules takes most of it, with their compiled code cached and their paths resolved without Node (`quick-imports.ts`). One bundle was tried: it loads no faster, and takes line numbers and lazy parts away.'

/** Benchmarks the time from process start until the server reports that it's ready, with existing data. */
export async function benchStart(stage: Stage): Promise<Table> {
  const folder = await stage.folder()
  const first = await timeStart(stage, null, folder)
  const server = await stage.filled(100_000)
  await timeStart(stage, server, folder)
  const embedded = await compare(stage, 'the embedded database, with the demo', { filled: null, folder, most_s: 0.9 })
  const onServer = await compare(stage, `PostgreSQL with ${count(server.applications)} applications`, { filled: server, folder, most_s: 0.6 })
  return tableOfCases(
    'Second start, from the process to /readyz',
    [embedded, onServer].flatMap((one) => one.cases),
    [
      `Medians of ${ROUNDS}, in turns. The floor is a bare Node process that opens the same database and asks it one thing. The first start of all, which makes the embedded database and writes the demo, took ${(first.ms / 1000).toFixed(1)} s.`,
      embedded.parts,
      onServer.parts,
    ],
  )
}

type StartupTimes = { modules_ms: number; database_ms: number; app_ms: number }
type StartCase = { filled: Filled | null; folder: string; most_s: number }

async function compare(stage: Stage, what: string, place: StartCase): Promise<{ cases: Case[]; parts: string }> {
  const starts: (StartupTimes & { ms: number })[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await timeFloor(place))
    starts.push(await timeStart(stage, place.filled, place.folder))
  }
  const of = (part: keyof (typeof starts)[number]) => Math.round(median(starts.map((one) => one[part])))
  const [ours, floor] = [of('ms'), median(bare)]
  const seconds = (one: number) => `${(one / 1000).toFixed(2)} s`
  return {
    cases: [
      {
        what: `${what}: share of ${place.most_s} s`,
        product: seconds(ours),
        floor: seconds(floor),
        ratio: ours / 1000 / place.most_s,
        goal: { atMost: 1 },
        because: LOADING,
      },
    ],
    parts: `On ${what}: ${of('modules_ms')} ms until the modules are loaded, ${of('database_ms')} ms for the database (open, look for migrations, reference data), ${of('app_ms')} ms for the app until it listens, and the rest until the first answer was asked for.`,
  }
}

async function timeStart(stage: Stage, filled: Filled | null, folder: string): Promise<StartupTimes & { ms: number }> {
  const started = performance.now()
  const product = await stage.product(filled, { folder, logLevel: 'info' })
  const elapsed = performance.now() - started
  await product.stop()
  const line = product
    .output()
    .split('\n')
    .find((one) => one.includes('"modules_ms"'))
  if (!line) throw new Error('The product did not say how long its start took.')
  return { ...(JSON.parse(line) as StartupTimes), ms: elapsed }
}

async function timeFloor({ filled, folder }: Omit<StartCase, 'most_s'>): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'lab/bench/start-floor.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: filled?.url ?? '' },
  })
  await once(child.stdout, 'data')
  const elapsed = performance.now() - started
  child.stdin.end()
  await once(child, 'exit')
  return elapsed
}
