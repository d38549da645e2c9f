import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#lab/faults/product.ts'
import type { Stage } from './stage.ts'
import { tableOfLimits, type Limit, type Table } from './table.ts'

const READY_MS = 300_000
const FIRST_S = 35
const INSTALLED_MB = 400
const CHECK_S = 60
const SUITE_MIN = 10

/** Benchmarks what newcomers wait for: the first start after cloning, then the whole test suite. */
export async function benchClone(stage: Stage): Promise<Table> {
  const [started, tested] = [await cloneProject(stage), await cloneProject(stage)]
  const first = await seconds(() => startOnce(started))
  const install = await seconds(() => run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], started))
  const installed = await megabytes(join(started, 'node_modules'))
  let output = ''
  // Uses a separate clone, because `npm test` may be the first command people run.
  const suite = await seconds(async () => ({ output } = await finish('npm', ['test'], tested)))
  const check = await seconds(() => run('npm', ['run', 'check'], tested))
  const limits: Limit[] = [
    {
      what: 'first `npm start`, until `/readyz` answers',
      is: first,
      most: FIRST_S,
      show: (value) => `${Math.round(value)} s`,
      because: `\`npm ci\` alone took ${Math.round(install)} s with every package in npm's cache. The rest builds the pages, makes the embedded database and writes the demo. Audits and funding calls are off, the server runs unbuilt, and pages are built once.`,
    },
    {
      what: '`npm test`',
      is: suite / 60,
      most: SUITE_MIN,
      show: (value) => `${value.toFixed(1)} min`,
      because: 'its report names the slowest files; test/plan/plan.ts says what belongs to npm run test:full.',
    },
    {
      what: 'packages that `npm start` installs, without Node',
      is: installed,
      most: INSTALLED_MB,
      show: (value) => `${Math.round(value)} MB`,
      because: 'the largest are pdf.js, the canvas it draws on, the sentence encoder, Mantine and the embedded database.',
    },
    {
      what: '`npm run check`, cold',
      is: check,
      most: CHECK_S,
      show: (value) => `${Math.round(value)} s`,
      because: 'types, the type-aware linter and the search for dead code each read the whole source.',
    },
  ]
  return tableOfLimits('A fresh clone', limits, [`One clone, packages in npm's cache. Tests: ${testCounts(output)}.`])
}

/** Returns how many tests ran and failed. If the suite didn't finish, its time isn't worth publishing. */
function testCounts(output: string): string {
  const counts = output.trimEnd().split('\n').at(-1) ?? ''
  if (!/^\d+ passed/.test(counts)) throw new Error('npm test did not finish.')
  return counts
}

async function megabytes(folder: string): Promise<number> {
  const { output } = await finish('du', ['-sm', folder], '.')
  return Number.parseInt(output, 10)
}

async function cloneProject(stage: Stage): Promise<string> {
  const parentFolder = await stage.folder()
  // Some tests run commands as another user, who needs read access to the code.
  await chmod(parentFolder, 0o755)
  const folder = join(parentFolder, 'rounds')
  await run('git', ['clone', '--quiet', '.', folder], '.')
  return folder
}

async function startOnce(folder: string): Promise<void> {
  const PORT = String(await freePort())
  const env = { ...newcomersEnv(), BASE_URL: '', DATABASE_URL: '', NODE_ENV: '', DATA_DIR: '', NODE_COMPILE_CACHE: '', PORT }
  const npm = spawn('npm', ['start'], { cwd: folder, env, detached: true, stdio: 'ignore' })
  const exited = once(npm, 'exit')
  try {
    await waitUntilReady(`http://127.0.0.1:${PORT}/readyz`)
  } finally {
    process.kill(-npm.pid!, 'SIGTERM')
  }
  await exited
}

async function waitUntilReady(url: string): Promise<void> {
  const isReady = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const end = Date.now() + READY_MS; !(await isReady());) {
    if (Date.now() > end) throw new Error(`${url} did not answer within ${READY_MS / 1000} s.`)
    await pause(50)
  }
}

/** Leaves out what npm and the project's own Node add, because newcomers run scripts from a clone with the machine's Node first. */
function newcomersEnv(): NodeJS.ProcessEnv {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...process.env, PATH: path.join(delimiter), NODE_COMPILE_CACHE: '' }
}

async function run(command: string, args: string[], cwd: string): Promise<void> {
  const { code } = await finish(command, args, cwd)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.`)
}

/** Returns a command's exit and the end of its output. */
async function finish(command: string, args: string[], cwd: string): Promise<{ code: number; output: string }> {
  const child = spawn(command, args, { cwd, env: newcomersEnv(), stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output = (output + part.toString()).slice(-1_000)))
  child.stdout.pipe(process.stdout)
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
