import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#lab/faults/product.ts'
import type { Stage } from './stage.ts'
import { tableOfLimits, type Limit, type Table } from './table.ts'

const READY_MS = 300_000
const FIRST_S = 25
const SUITE_MIN = 10

/** What a newcomer waits for: the first start after a clone, and then every test. */
export async function benchClone(stage: Stage): Promise<Table> {
  const [started, tested] = [await cloned(stage), await cloned(stage)]
  const first = await seconds(() => startsOnce(started))
  const install = await seconds(() => run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], started))
  let output = ''
  // In a separate clone: `npm test` may be the first command there.
  const suite = await seconds(async () => ({ output } = await finish('npm', ['test'], tested)))
  const counts = output.trimEnd().split('\n').at(-1) ?? ''
  // A failed test is counted; a suite that didn't reach its end has no time to publish.
  if (!/^\d+ passed/.test(counts)) throw new Error('npm test did not finish.')
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
      because:
        'journeys in a browser take more than half of it: each page is a real one, on a real server with a database of its own. Set-ups are shared, the browser has no tabs or menus, the rules and the API run on one database and only what may differ on both. The cores are idle a tenth of the time, so more workers would gain little.',
    },
  ]
  return tableOfLimits('A fresh clone', limits, [`One clone, packages in npm's cache. Tests: ${counts}.`])
}

async function cloned(stage: Stage): Promise<string> {
  const around = await stage.folder()
  // Some tests run commands as another user, who must be able to read the code.
  await chmod(around, 0o755)
  const folder = join(around, 'rounds')
  await run('git', ['clone', '--quiet', '.', folder], '.')
  return folder
}

async function startsOnce(folder: string): Promise<void> {
  const PORT = String(await freePort())
  const env = { ...newcomersEnv(), BASE_URL: '', DATABASE_URL: '', NODE_ENV: '', DATA_DIR: '', NODE_COMPILE_CACHE: '', PORT }
  const npm = spawn('npm', ['start'], { cwd: folder, env, detached: true, stdio: 'ignore' })
  const ended = once(npm, 'exit')
  try {
    await answers(`http://127.0.0.1:${PORT}/readyz`)
  } finally {
    process.kill(-npm.pid!, 'SIGTERM')
  }
  await ended
}

async function answers(url: string): Promise<void> {
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

/** Without what npm and this project's own Node add to it: a newcomer's Node first runs a script of the clone. */
function newcomersEnv(): NodeJS.ProcessEnv {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...process.env, PATH: path.join(delimiter), NODE_COMPILE_CACHE: '' }
}

async function run(command: string, args: string[], cwd: string): Promise<void> {
  const { code } = await finish(command, args, cwd)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.`)
}

/** How a command ended, and the end of its output. */
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
