import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readerOf, type Env } from '#server/env.ts'
import type { Command, Operator } from './operator.ts'

type Unit = { name: string; address: string }
type RollOutput = Pick<Operator, 'env' | 'say' | 'warn'>

const UNITS = ['rounds.service', 'rounds-[0-9]*.service']
/** How long a ready unit may take to become visible through the proxy. */
const VISIBLE_WITHIN_MS = 30_000
const CHECK_EVERY_MS = 100

export const ROLL: Command = {
  usage: 'roll',
  about:
    'Restarts the processes of the systemd units (rounds, rounds-2, …) one at a time, waiting for each to respond through the proxy at BASE_URL. No requests are lost.',
  whileRunning: false,
  run: roll,
  runApart: roll,
}

/** Restarts every unit in turn. If one fails, prints why, returns false and leaves the rest running. */
async function roll({ env, say, warn }: RollOutput): Promise<boolean> {
  const units = await listUnits(env)
  if (units.length < 2) {
    const situation = units.length === 0 ? 'No unit of Rounds runs here' : `Only ${units[0]!.name} runs here, and nothing would answer while it restarts`
    warn(
      `${situation}. Start a second process first (docs/operate.md, "From the demo to two processes"), or run systemctl restart rounds. Nothing was restarted.`,
    )
    return false
  }
  if (!readerOf(env.source)('BASE_URL')) {
    warn("BASE_URL isn't in the settings file, where roll needs it even if it's set in the browser: add BASE_URL=https://… there. Nothing was restarted.")
    return false
  }
  for (const unit of units) if (!(await isVisibleToProxy(env, unit))) return reportUnreachable(warn, env, unit, 'Nothing was restarted.')
  for (const [at, unit] of units.entries()) {
    say(`${unit.name} restarts…`)
    const before = await processAt(unit.address)
    await systemctl('restart', unit.name)
    const remaining = units.slice(at + 1).map(({ name }) => name)
    const remainingSentence = remaining.length > 0 ? `Still to restart: ${remaining.join(', ')}.` : 'All units were restarted.'
    if (!(await isVisibleToProxy(env, unit, before))) return reportUnreachable(warn, env, unit, remainingSentence)
    say(`${unit.name} answers at ${env.BASE_URL}.`)
  }
  say(`${units.length} processes were restarted.`)
  return true
}

function reportUnreachable(warn: RollOutput['warn'], env: Env, { name, address }: Unit, rest: string): false {
  warn(`${name} (${address}) doesn't answer at ${env.BASE_URL}: see its journal, and whether the proxy's list of servers (upstream) names it. ${rest}`)
  return false
}

async function listUnits(env: Env): Promise<Unit[]> {
  const unitList = await systemctl('list-units', '--type=service', '--state=active', '--plain', '--no-legend', ...UNITS)
  const names = unitList
    .split('\n')
    .map((line) => line.trim().split(/\s+/)[0]!)
    .filter((name) => name !== '')
  return Promise.all(names.map(async (name) => ({ name, address: addressOf(env, await systemctl('show', '--property=Environment', '--value', name)) })))
}

/** Returns the address with the unit's own port, or else with the port from the settings, which all units share. */
function addressOf(env: Env, environment: string): string {
  const port = /(?:^|\s)"?PORT=(\d+)/.exec(environment)?.[1] ?? env.PORT
  const host = ['0.0.0.0', '::'].includes(env.HOST) ? '127.0.0.1' : env.HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Returns whether the process behind `unit` works, isn't `before`, and has responded through the proxy. */
async function isVisibleToProxy({ BASE_URL }: Env, { address }: Unit, before: string | null = null): Promise<boolean> {
  for (const deadline = performance.now() + VISIBLE_WITHIN_MS; performance.now() < deadline; await pause(CHECK_EVERY_MS)) {
    const own = await processAt(address)
    if (own === null || own === before || !(await isReady(address))) continue
    if ((await processAt(BASE_URL)) === own) return true
  }
  return false
}

async function processAt(address: string): Promise<string | null> {
  const response = await tryFetch(`${address}/healthz`)
  const body = (await response?.json().catch(() => null)) as { process?: string } | null
  return body?.process ?? null
}

async function isReady(address: string): Promise<boolean> {
  const response = await tryFetch(`${address}/readyz`)
  await response?.body?.cancel()
  return response?.ok ?? false
}

/** Each request uses its own connection, because a proxy may stick to one server for the lifetime of a connection. */
const tryFetch = (url: string) => fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(3_000), redirect: 'manual' }).catch(() => null)

async function systemctl(...words: string[]): Promise<string> {
  try {
    return (await promisify(execFile)('systemctl', words)).stdout
  } catch (error) {
    const { code, stderr } = error as { code?: string | number; stderr?: string }
    const reason = code === 'ENOENT' ? 'there is no systemd here' : (stderr ?? '').trim().split('\n')[0] || `exit code ${code}`
    throw new Error(`systemctl ${words[0]} failed: ${reason}`, { cause: error })
  }
}
