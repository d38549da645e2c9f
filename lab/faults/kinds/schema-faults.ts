import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { knownMigrations } from '#server/db/migrate.ts'
import { createDatabase } from '#test/setup/database.ts'
import { applyOnce, ask, openLedger } from '../client.ts'
import { fault } from '../fault.ts'
import { readApplications, runClients, openStage, checkApplications, type Applications, type Stage } from '../stage.ts'

const CLI = ['--disable-warning=ExperimentalWarning', 'src/server/cli.ts']

type MigrationResults = { kills: number; schemaSame: boolean; migrations: number; codes: number[] }

export const F15 = fault<MigrationResults>({
  id: 'F15',
  what: 'kill -9 while migrating, then three processes migrate at once',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      const url = await createDatabase(stage.server!.url, 'rounds_killed')
      const clean = await createDatabase(stage.server!.url, 'rounds_clean')
      const settings = (DATABASE_URL: string) => ({ ...process.env, ...stage.settings, BASE_URL: '', NODE_ENV: 'test', DATABASE_URL })
      let kills = 0
      for (let at = 0; at < 8; at++) kills += await killMigration(url, settings(url), at * 12)
      const both = await Promise.all(
        [1, 2, 3].map(() =>
          promisify(execFile)(process.execPath, [...CLI, 'migrate'], { env: settings(url) }).then(
            () => 0,
            (error: { code: number }) => error.code,
          ),
        ),
      )
      await promisify(execFile)(process.execPath, [...CLI, 'migrate'], { env: settings(clean) })
      const dump = async (of: string) =>
        (await promisify(execFile)('pg_dump', ['--schema-only', '--no-owner', of], { maxBuffer: 50_000_000 })).stdout.replace(/^\\(un)?restrict .*$/gm, '')
      const { length } = knownMigrations()
      return { kills, schemaSame: (await dump(url)) === (await dump(clean)), migrations: length, codes: both }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...(seen.kills === 0 ? ['no migration was killed: nothing was tested'] : []),
    ...(seen.schemaSame ? [] : ['the schema is not that of an undisturbed database']),
    ...seen.codes.filter((code) => code !== 0).map((code) => `migrate ended with ${code}`),
  ],
  tamper: (seen) => void (seen.schemaSame = false),
  describe: (seen) => `${seen.kills} kills inside migrations; schema equal to an undisturbed one; three at once ended ${seen.codes.join(', ')}`,
})

/** Kills the migration command some milliseconds after its first connection appears. Returns 1 if it was still running. */
async function killMigration(url: string, env: NodeJS.ProcessEnv, delayMs: number): Promise<number> {
  const child = spawn(process.execPath, [...CLI, 'migrate'], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  const client = new pg.Client(url.replace(/\/[^/]*$/, '/postgres'))
  await client.connect()
  const name = new URL(url).pathname.slice(1)
  while (child.exitCode === null) {
    const { rows } = await client.query(`select 1 from pg_stat_activity where datname = $1 and query <> 'select 1' and query <> ''`, [name])
    if (rows.length > 0) break
    await pause(2)
  }
  await client.end()
  await pause(delayMs)
  const wasRunning = child.exitCode === null
  child.kill('SIGKILL')
  await ended
  return wasRunning ? 1 : 0
}

type RestoreResults = Applications & { before: string[]; seconds: number; auditCode: number }

/** The number of applications acknowledged before the backup, so any loss would show. */
const MIN_APPLICATIONS = 20

export const F16 = fault<RestoreResults>({
  id: 'F16',
  what: 'backup while people apply, everything lost, restore',
  kinds: ['embedded', 'postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    const other = await openStage(kind)
    try {
      const product = await stage.start()
      const ledger = openLedger()
      const clients = runClients(4, async (at) => {
        const email = `f16-${at}@example.com`
        await ledger.note(email, () => applyOnce(product.url, stage.role, email))
      })
      for (const deadline = Date.now() + 60_000; ledger.acknowledged.size < MIN_APPLICATIONS && Date.now() < deadline;) await pause(20)
      const before = [...ledger.acknowledged]
      const file = join(stage.folder, 'backup.tar')
      await runCommand(stage, ['backup', file])
      await clients.stop()
      const began = Date.now()
      await runCommand(other, ['restore', file, '--force'])
      const seconds = (Date.now() - began) / 1000
      const auditCode = await runCommand(other, ['audit', 'verify']).then(
        () => 0,
        () => 1,
      )
      return { ...(await readApplications(other, ledger)), before, seconds, auditCode }
    } finally {
      await stage.close()
      await other.close()
    }
  },
  judge: (seen) => [
    ...checkApplications({ ...seen, acknowledged: seen.before }),
    ...(seen.before.length < MIN_APPLICATIONS ? [`only ${seen.before.length} applications were there to lose`] : []),
    ...(seen.auditCode === 0 ? [] : ['the audit trail is broken']),
  ],
  tamper: (seen) =>
    void seen.stored.splice(
      seen.stored.findIndex((row) => seen.before.includes(row.email)),
      1,
    ),
  describe: (seen) =>
    `all ${seen.before.length} applications acknowledged before the backup are back and whole (${seen.stored.length} in all); restore ${seen.seconds.toFixed(1)} s`,
})

function runCommand(stage: Stage, words: string[]) {
  return promisify(execFile)(process.execPath, [...CLI, ...words], {
    env: { ...process.env, BASE_URL: '', NODE_ENV: 'test', ...stage.settings },
    maxBuffer: 50_000_000,
  })
}

type VersionResults = { notReady: { status: number; missing: string[] }; startsOnOlder: number; newerCode: number | null; newerSaid: string }

export const F28 = fault<VersionResults>({
  id: 'F28',
  what: 'the database has an older schema, or a newer one than the code',
  kinds: ['postgres'],
  async collect(kind) {
    const stage = await openStage(kind)
    try {
      const product = await stage.start()
      await stage.ask('create table kept as select * from drizzle.__drizzle_migrations')
      await stage.ask('delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)')
      const { status, body } = await ask<{ missing?: string[] }>(`${product.url}/readyz`)
      await product.stop()
      await stage.ask(
        `insert into drizzle.__drizzle_migrations select * from kept k where not exists (select from drizzle.__drizzle_migrations m where m.id = k.id)`,
      )
      const restarted = await stage.start()
      const startsOnOlder = (await ask(`${restarted.url}/readyz`)).status
      await restarted.stop()
      await stage.ask(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`)
      const refused = await stage.start().then(
        (late) => ({ code: late.process.exitCode, said: 'started' }),
        (error: Error) => ({ code: 1, said: error.message }),
      )
      return { notReady: { status, missing: body.missing ?? [] }, startsOnOlder, newerCode: refused.code, newerSaid: refused.said }
    } finally {
      await stage.close()
    }
  },
  judge: (seen) => [
    ...(seen.notReady.status === 503 && seen.notReady.missing.includes('schema') ? [] : [`readyz said ${JSON.stringify(seen.notReady)}`]),
    ...(seen.startsOnOlder === 200 ? [] : ['did not start again']),
    ...(seen.newerSaid.includes('The database is newer than this version of Rounds') ? [] : [`a newer database: ${seen.newerSaid}`]),
  ],
  tamper: (seen) => void (seen.notReady.status = 200),
  describe: () => 'readyz 503 "schema" under a running process; a process does not start on a newer schema and says so',
})
