import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailServer } from '#test/setup/mail-server.ts'
import { freePort } from '#lab/faults/product.ts'
import { runCli } from '#test/setup/cli.ts'
import { createDatabase, kindOfRun, startPostgres, type Postgres } from '#test/setup/database.ts'

// Most of the doctor's checks are about a PostgreSQL server; the command is the same on the embedded database.
let folder: string
let server: Postgres
let url: string
const isServerRun = kindOfRun() === 'postgres'
beforeAll(async () => {
  if (!isServerRun) return
  folder = await mkdtemp(join(tmpdir(), 'rounds-doctor-'))
  server = await startPostgres()
  url = await createDatabase(server.url, 'rounds_doctor')
  expect(await runCli(['migrate'], settings())).toMatchObject({ code: 0 })
})
afterAll(async () => {
  if (!isServerRun) return
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const settings = (more: Record<string, string> = {}) => ({ DATA_DIR: join(folder, 'data'), DATABASE_URL: url, ...more })

/** Returns the doctor's findings by name; null means fine. */
async function findings(more: Record<string, string>): Promise<{ code: number; problems: Record<string, string> }> {
  const { code, out } = await runCli(['doctor', '--json'], settings({ PORT: String(await freePort()), ...more }))
  const report = JSON.parse(out) as { fine: boolean; findings: { check: string; problem: string | null }[] }
  expect(report.fine).toBe(code === 0)
  return { code, problems: Object.fromEntries(report.findings.flatMap(({ check, problem }) => (problem ? [[check, problem]] : []))) }
}

test.runIf(isServerRun)(
  'the doctor finds nothing wrong in a healthy installation and lists everything it checked',
  async () => {
    const mails = await startMailServer()
    const { code, out } = await runCli(['doctor'], settings({ PORT: String(await freePort()), SMTP_URL: mails.url, MAIL_FROM: 'a@meridianhealth.example' }))
    await mails.stop()
    expect(out).not.toContain('PROBLEM')
    expect(code).toBe(0)
    for (const check of ['Node version', 'data folder', 'port', 'database', 'database clock', 'audit trail', 'files', 'mail server', 'public address'])
      expect(out).toContain(`fine     ${check}`)
  },
  240_000,
)

test.runIf(isServerRun)(
  'the doctor finds a missing mail server, an unwritable folder and a port in use, and says how to fix each',
  async () => {
    await writeFile(join(folder, 'file'), '')
    const other = createServer((socket) => socket.end('I am no Rounds')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { code, problems } = await findings({
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@meridianhealth.example',
      DATA_DIR: join(folder, 'file', 'data'),
      PORT: String((other.address() as AddressInfo).port),
    })
    other.close()
    expect(code).toBe(1)
    expect(problems['mail server']).toMatch(/127\.0\.0\.1:1 can't be reached .*: correct SMTP_URL/)
    expect(problems['data folder']).toMatch(/cannot be written .*: make the user that runs Rounds its owner, or set DATA_DIR/)
    expect(problems['port']).toMatch(/another program listens .*: stop it, or set PORT/)
  },
  240_000,
)

test.runIf(isServerRun)(
  'the doctor distinguishes an unavailable server, a missing database, a wrong password and an old schema',
  async () => {
    const away = await findings({ DATABASE_URL: 'postgres://rounds:secret-word@127.0.0.1:1/rounds' })
    expect(away.problems).toEqual({ database: expect.stringMatching(/ECONNREFUSED.*: start the PostgreSQL server, or correct host and port in DATABASE_URL/) })
    expect(JSON.stringify(away)).not.toContain('secret-word')
    const missing = await findings({ DATABASE_URL: `${url}_missing` })
    expect(missing.problems).toEqual({ database: expect.stringContaining('create that database (createdb), or correct the name in DATABASE_URL') })
    const unknownUser = await findings({ DATABASE_URL: Object.assign(new URL(url), { username: 'nobody' }).href })
    expect(unknownUser.problems).toEqual({ database: expect.stringContaining('correct the user and the password in DATABASE_URL') })
    const empty = await findings({ DATABASE_URL: await createDatabase(server.url, 'rounds_empty') })
    expect(empty.problems['database']).toMatch(/it has 0 of \d+ migrations: run the command migrate/)
  },
  240_000,
)

test.runIf(isServerRun)(
  'migrate --check changes nothing: it exits with 0 for an up-to-date database, 1 for an older one or none',
  async () => {
    expect(await runCli(['migrate', '--check'], settings())).toMatchObject({ code: 0, out: 'The database is up to date.\n' })
    const empty = await createDatabase(server.url, 'rounds_unchecked')
    const check = await runCli(['migrate', '--check'], settings({ DATABASE_URL: empty }))
    expect(check).toMatchObject({ code: 1, err: expect.stringContaining('Run the command migrate first') })
    expect(await runCli(['migrate', '--check'], settings({ DATABASE_URL: empty }))).toMatchObject({ code: 1, err: expect.stringContaining('0 of') })
    const nowhere = await runCli(['migrate', '--check'], { DATA_DIR: join(folder, 'nowhere') })
    expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('No database in') })
  },
  240_000,
)
