import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { kindOfRun, silent } from '#test/setup/database.ts'
import { findBinaries, startPostgres, unprivileged, type Postgres } from '#test/setup/postgres.ts'
import { connect, type Database } from './connect.ts'
import { isDatabaseUrl, readDatabaseUrl } from './database-url.ts'

/** Debian puts only the server binary on PATH. */
const programOf = (name: string) => join(dirname(realpathSync(join(findBinaries(), 'postgres'))), name)

/** Starts a standby that streams the primary's WAL to its own data folder. */
async function startStandby(primary: Postgres): Promise<Postgres> {
  const user = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'rounds-standby-'))
  rmSync(folder, { recursive: true })
  const at = new URL(primary.url)
  const words = ['--pgdata', folder, '--host', at.hostname, '--port', at.port, '--username', at.username, '--write-recovery-conf', '--checkpoint=fast']
  execFileSync(programOf('pg_basebackup'), words, { ...user, cwd: '/' })
  if (user) chownSync(folder, user.uid, user.gid)
  return startPostgres({ dataDir: folder })
}

const promote = (server: Postgres) => spawnSync(programOf('pg_ctl'), ['promote', '--pgdata', server.dataDir, '--wait'], { ...unprivileged(), cwd: '/' })

/** Writes numbers one after another until stopped, then reports the slowest acknowledged write. */
function keepWriting({ db }: Database) {
  const acknowledged: number[] = []
  const stopped = new AbortController()
  let longest = 0
  const writing = (async () => {
    for (let n = 0; !stopped.signal.aborted; n++) {
      const began = performance.now()
      const isDone = await db.execute(sql`insert into note values (${n})`).then(
        () => true,
        () => false,
      )
      if (!isDone) continue
      acknowledged.push(n)
      longest = Math.max(longest, performance.now() - began)
    }
  })()
  const stop = async () => {
    stopped.abort()
    await writing
    return longest
  }
  return { acknowledged, stop }
}

test.runIf(kindOfRun() === 'postgres')(
  'with several hosts, the writable one is used, and a failover is just a pause: nothing acknowledged is lost, and new work waits, then continues',
  async () => {
    const primary = await startPostgres({ settings: { synchronous_commit: 'on' } })
    const standby = await startStandby(primary)
    const [one, two] = [new URL(primary.url), new URL(standby.url)]
    const databaseUrl = `postgres://${one.username}@${two.host},${one.host}${one.pathname}?target_session_attrs=read-write`
    const database = await connect({ databaseUrl, dataDir: '', log: silent })
    try {
      await database.db.execute(sql`create table note (n int primary key)`)
      await database.db.execute(sql`alter system set synchronous_standby_names = '*'`)
      await database.db.execute(sql`select pg_reload_conf()`)
      const writer = keepWriting(database)
      const { acknowledged } = writer
      await expect.poll(() => acknowledged.length).toBeGreaterThan(50)
      await primary.stop()
      const before = acknowledged.length
      await pause(1_000)
      expect(promote(standby).status).toBe(0)
      await database.db.execute(sql`alter system reset synchronous_standby_names`).catch(() => {})
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20)
      const longest = await writer.stop()
      const { rows } = await database.db.execute<{ n: number }>(sql`select n from note`)
      const stored = new Set(rows.map(({ n }) => n))
      expect(acknowledged.filter((n) => !stored.has(n))).toEqual([])
      expect(longest).toBeLessThan(15_000)
    } finally {
      await database.close()
      await primary.stop()
      await standby.stop()
    }
  },
  240_000,
)

test('a URL with several hosts is parsed the way libpq does it', () => {
  const { url, hosts } = readDatabaseUrl('postgres://me:p%40ss@one:5433,[::1]:5434,three/rounds?sslmode=verify-full&target_session_attrs=read-write')
  expect(url).toBe('postgres://me:p%40ss@one:5433/rounds?sslmode=verify-full')
  expect(hosts).toEqual([
    { host: 'one', port: 5433 },
    { host: '::1', port: 5434 },
    { host: 'three', port: 5432 },
  ])
  for (const wrong of ['mysql://x/y', 'postgres://a:b:c/d', 'postgres://a,b/d?target_session_attrs=standby']) expect(isDatabaseUrl(wrong)).toBe(false)
})
