// Stands in for systemd on the walkthrough's machine: starts what the unit files specify, as the specified user, waits until a Type=notify unit
// reports that it's ready, and stops units with SIGTERM. Doesn't restart units that exit on their own.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseSettingsFile } from '#server/settings/load-files.ts'

const [UNITS, PACKAGED, STATE] = ['/etc/systemd/system', '/lib/systemd/system', '/run/units']
/** Receives what units report to systemd. In Perl, because Node has no Unix datagram sockets. */
const RECEIVER =
  '$| = 1; my $s = IO::Socket::UNIX->new(Local => $ARGV[0], Type => SOCK_DGRAM); chmod 0777, $ARGV[0]; print "open\\n"; while (1) { $s->recv(my $m, 4096); print "$m\\n" }'

type Unit = Map<string, string[]>

function read(name: string): Unit {
  const unit: Unit = new Map()
  const folder = [UNITS, PACKAGED].find((one) => existsSync(`${one}/${name}.service`)) ?? UNITS
  const dropIns = `/run/systemd/system/${name}.service.d`
  const files = [`${folder}/${name}.service`, ...(existsSync(dropIns) ? readdirSync(dropIns).map((one) => `${dropIns}/${one}`) : [])]
  for (const line of files.flatMap((file) => readFileSync(file, 'utf8').split('\n'))) {
    const [, key, value] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? []
    if (key) unit.set(key, [...(unit.get(key) ?? []), value!])
  }
  return unit
}

function environmentOf(unit: Unit): Record<string, string> {
  const own = Object.fromEntries((unit.get('Environment') ?? []).flatMap((line) => line.split(' ').map((pair) => pair.split(/=(.*)/s, 2))))
  const files = (unit.get('EnvironmentFile') ?? []).map((path) => path.replace(/^-/, '')).filter(existsSync)
  const user = unit.get('User')?.[0]
  const home = user ? execFileSync('getent', ['passwd', user], { encoding: 'utf8' }).split(':')[5]! : '/'
  const base = { PATH: process.env['PATH']!, HOME: home }
  return Object.assign(base, own, ...files.map((path) => parseSettingsFile(readFileSync(path, 'utf8')))) as Record<string, string>
}

async function start(name: string): Promise<void> {
  // Tells Debian's script not to call systemctl again, as it would because there's a systemd folder.
  if (name === 'postgresql')
    return void execFileSync('/etc/init.d/postgresql', ['start'], { stdio: 'inherit', env: { ...process.env, SYSTEMCTL_SKIP_REDIRECT: 'yes' } })
  if (pidOf(name) !== null) return
  const unit = read(name)
  const words = unit.get('ExecStart')![0]!.split(' ')
  const env = environmentOf(unit)
  const cwd = unit.get('WorkingDirectory')?.[0] ?? '/'
  const log = `${STATE}/${name}.log`
  const user = unit.get('User')?.[0]
  for (const [key, place] of [
    ['StateDirectory', '/var/lib'],
    ['CacheDirectory', '/var/cache'],
  ] as const)
    for (const folder of unit.get(key) ?? []) {
      mkdirSync(`${place}/${folder}`, { recursive: true, mode: 0o700 })
      if (user) execFileSync('chown', [`${user}:`, `${place}/${folder}`])
    }
  if (unit.get('Type')?.[0] === 'oneshot') {
    const { status, stdout, stderr } = spawnSync(words[0]!, words.slice(1), { cwd, env, encoding: 'utf8' })
    appendFileSync(log, stdout + stderr)
    if (status !== 0) throw new Error(`Job for ${name}.service failed (${status}):\n${stdout}${stderr}`)
    return
  }
  const told = await openReceiver(name)
  const output = openSync(log, 'a')
  const as = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', ...capabilitiesOf(unit)] : []
  const [program, ...rest] = [...as, ...words]
  const main = spawn(program!, rest, { cwd, env: { ...env, NOTIFY_SOCKET: `${STATE}/${name}.notify` }, detached: true, stdio: ['ignore', output, output] })
  writeFileSync(`${STATE}/${name}.pid`, String(main.pid))
  main.unref()
  while (!told().includes('READY=1')) {
    if (main.exitCode !== null) throw new Error(`Job for ${name}.service failed (${main.exitCode}):\n${readFileSync(log, 'utf8').slice(-2000)}`)
    await pause(20)
  }
}

function capabilitiesOf(unit: Unit): string[] {
  const kept = (unit.get('AmbientCapabilities')?.[0] ?? '').toLowerCase().replaceAll('cap_', '+').split(' ').filter(Boolean).join(',')
  return kept ? [`--inh-caps=${kept}`, `--ambient-caps=${kept}`] : []
}

async function openReceiver(name: string): Promise<() => string> {
  const file = `${STATE}/${name}.told`
  end(`${STATE}/${name}.receiver`)
  rmSync(`${STATE}/${name}.notify`, { force: true })
  const output = openSync(file, 'w')
  const receiver = spawn('perl', ['-MIO::Socket::UNIX', '-MSocket', '-e', RECEIVER, `${STATE}/${name}.notify`], {
    detached: true,
    stdio: ['ignore', output, 'ignore'],
  })
  writeFileSync(`${STATE}/${name}.receiver`, String(receiver.pid))
  receiver.unref()
  const told = () => readFileSync(file, 'utf8')
  while (!told().includes('open')) await pause(10)
  return told
}

function end(file: string): void {
  if (!existsSync(file)) return
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL')
  } catch {}
}

async function stop(name: string): Promise<void> {
  const pid = pidOf(name)
  if (pid === null) return
  process.kill(pid, 'SIGTERM')
  const seconds = Number.parseFloat(read(name).get('TimeoutStopSec')?.[0] ?? '90')
  for (const deadline = performance.now() + seconds * 1000; pidOf(name) !== null; await pause(20)) {
    if (performance.now() < deadline) continue
    process.kill(pid, 'SIGKILL')
    throw new Error(`${name}.service did not stop within ${seconds} s and was killed`)
  }
  rmSync(`${STATE}/${name}.pid`)
}

/** Returns a unit's process ID; null if it isn't running, including when it's a zombie. */
function pidOf(name: string): number | null {
  const file = `${STATE}/${name}.pid`
  if (!existsSync(file)) return null
  const pid = readFileSync(file, 'utf8')
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
  return stat === '' || / Z /.test(stat.slice(stat.lastIndexOf(')'))) ? null : Number(pid)
}

const shortNames = (words: string[]) => words.filter((word) => !word.startsWith('-')).map((word) => word.replace(/\.service$/, ''))
/** Timers never fire. */
const forEach = async (words: string[], act: (name: string) => Promise<void>) => {
  for (const name of shortNames(words)) if (!name.endsWith('.timer')) await act(name)
}
/** nginx daemonizes itself. */
const nginx = (...words: string[]) => void execFileSync('nginx', words, { stdio: 'inherit' })

const VERBS: Record<string, (words: string[]) => Promise<void> | void> = {
  'daemon-reload': () => {},
  enable: (words) => (words.includes('--now') ? forEach(words, start) : undefined),
  disable: (words) => (words.includes('nginx') ? nginx('-s', 'stop') : forEach(words, stop)),
  'is-active': (words) => forEach(words, async (name) => void (pidOf(name) ?? process.exit(3))),
  start: (words) => forEach(words, start),
  stop: (words) => forEach(words, stop),
  restart: (words) => forEach(words, async (name) => (await stop(name), start(name))),
  'try-restart': (words) => forEach(words, async (name) => (pidOf(name) === null ? undefined : (await stop(name), start(name)))),
  reload: (words) => (words[0] === 'nginx' ? nginx('-s', 'reload') : undefined),
  'list-units'() {
    for (const file of readdirSync(UNITS).toSorted()) {
      const name = file.replace(/\.service$/, '')
      if (/^rounds(-\d+)?$/.test(name) && pidOf(name) !== null) console.log(`${name}.service loaded active running Rounds`)
    }
  },
  show: (words) =>
    console.log(
      shortNames(words)
        .flatMap((name) => read(name).get('Environment') ?? [])
        .join(' '),
    ),
}

mkdirSync(STATE, { recursive: true, mode: 0o755 })
const [verb = '', ...words] = process.argv.slice(2)
try {
  if (!VERBS[verb]) throw new Error(`Unknown command verb ${verb}.`)
  await VERBS[verb](words)
  process.exit(0)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
