import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, unprivileged, waitUntilReady } from './postgres.ts'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(existsSync)

export const hasPgBouncer = PROGRAM !== undefined && spawnSync(PROGRAM, ['--version']).status === 0

/** Runs PgBouncer in transaction mode in front of the server at `url`, with `size` server connections, until `stop`. */
export async function startPgBouncer(url: string, size: number): Promise<{ url: string; stop: () => Promise<void> }> {
  const behind = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'rounds-pgbouncer-'))
  const port = await freePort()
  const lines = [
    '[databases]',
    `* = host=${behind.hostname} port=${behind.port} user=${behind.username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${size}`,
    'max_client_conn = 500',
    `logfile = ${join(folder, 'log')}`,
  ]
  const user = unprivileged()
  writeFileSync(join(folder, 'ini'), `${lines.join('\n')}\n`)
  if (user) for (const place of [folder, join(folder, 'ini')]) chownSync(place, user.uid, user.gid)
  const pooler = spawn(PROGRAM!, ['-q', join(folder, 'ini')], { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  pooler.stderr.on('data', (text) => (said = (said + text).slice(-4_000)))
  const ended = once(pooler, 'exit')
  const pooled = new URL(url)
  pooled.port = String(port)
  await waitUntilReady(pooled.href, () => said)
  return {
    url: pooled.href,
    async stop() {
      pooler.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
