import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export type Postgres = {
  /** The URL of the database `postgres`, as the superuser `rounds`. */
  url: string
  dataDir: string
  /** The postmaster's process ID; SIGKILL simulates a crash. */
  pid: number
  /** Stops immediately and removes the folder, unless `keep` is set. */
  stop(how?: { keep?: boolean }): Promise<void>
}

type StartInput = { durable?: boolean; settings?: Record<string, string | number>; dataDir?: string; port?: number; isKept?: boolean }

/**
 * Starts a separate PostgreSQL cluster on a free port of 127.0.0.1, fast and without fsync unless `durable`. Given an earlier cluster's `dataDir`,
 * restarts that one. The cluster stops when this process ends, however that happens, and its folder is removed unless `isKept`.
 */
export async function startPostgres({ durable = false, settings = {}, dataDir, port, isKept = false }: StartInput = {}): Promise<Postgres> {
  const bin = findBinaries()
  const user = unprivileged()
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'rounds-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  if (!existsSync(join(folder, 'PG_VERSION'))) initialize(bin, folder, user)

  const chosen = port ?? (await freePort())
  // The shell waits for its input to end, and the kernel closes that even if this process is killed.
  const script = `trap '' INT TERM HUP; folder=$1; shift; "$@" & read -r word; kill -${isKept ? 'INT' : 'QUIT'} $! 2>/dev/null; wait $!${isKept ? '' : '; [ "$word" = keep ] || rm -rf "$folder"'}`
  const server = spawn(
    'sh',
    ['-c', script, 'sh', folder, join(bin, 'postgres'), '-D', folder, ...flags({ port: chosen, ...(durable ? {} : WITHOUT_FSYNC), ...settings })],
    {
      ...user,
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  )
  let said = ''
  server.stderr.on('data', (text) => (said = (said + text).slice(-4_000)))
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  server.unref()
  const url = `postgres://rounds@127.0.0.1:${chosen}/postgres`
  await waitUntilReady(url, () => said, isKept ? LONG_RECOVERY_MS : START_MS)
  // The shell's input and output must not keep this process alive.
  for (const stream of [server.stdin, server.stderr]) (stream as unknown as { unref(): void }).unref()

  return {
    url,
    dataDir: folder,
    pid: Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]),
    async stop({ keep = false } = {}) {
      if (server.stdin.writableEnded) return ended
      server.ref()
      server.stdin.end(keep ? 'keep\n' : 'end\n')
      await ended
    },
  }
}

/** Freezes a server and all its backends (SIGSTOP), like a machine that hangs; returns a function that resumes them. */
export function freezeServer({ pid }: Pick<Postgres, 'pid'>): () => void {
  const frozen = [pid, ...childrenOf(pid)]
  for (const one of frozen) process.kill(one, 'SIGSTOP')
  return () => {
    for (const one of frozen) process.kill(one, 'SIGCONT')
  }
}

function childrenOf(parent: number): number[] {
  const parentOf = (pid: string) => {
    try {
      return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    } catch {
      return null
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number)
}

const START_MS = 30_000
/** After a kill, a large cluster replays its log first. */
const LONG_RECOVERY_MS = 10 * 60_000
const WITHOUT_FSYNC = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

function flags(settings: Record<string, string | number>) {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 200, ...settings }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

export function findBinaries() {
  const packaged = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...packaged.map((version) => `/usr/lib/postgresql/${version}/bin`)]
  const found = folders.find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')))
  // The PATH may have links to only some of the programs.
  if (found) return dirname(realpathSync(join(found, 'postgres')))
  throw new Error(
    'These tests need PostgreSQL: install the package "postgresql" (Debian, Ubuntu) or "postgresql@17" (Homebrew), or put initdb and postgres on the PATH.',
  )
}

/** Returns an account to run PostgreSQL as, because it won't run as root. */
export function unprivileged() {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (!account) throw new Error('PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as.')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

function initialize(bin: string, folder: string, user: { uid: number; gid: number } | undefined) {
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const how = ['-D', folder, '-U', 'rounds', '--auth=trust', '--no-sync', '--encoding=UTF8', `--locale=${locale}`]
  const made = spawnSync(join(bin, 'initdb'), how, { ...user, cwd: '/', encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
}

export function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

export async function waitUntilReady(url: string, said: () => string, maxMs = START_MS) {
  for (const deadline = Date.now() + maxMs; ; await pause(50)) {
    const client = new pg.Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`PostgreSQL does not start: ${said()}`, { cause: error })
    }
  }
}
