import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { freePort } from '#lab/faults/product.ts'
import { smallDiskSkipReason, smallDisk } from '#lab/faults/small-disk.ts'
import { runCli } from '#test/setup/cli.ts'
import { createDatabase, kindOfRun, startPostgres } from '#test/setup/database.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import { versionAgeNote, bytesPerDay, lateJobWarning } from './operating-checks.ts'

/** Serves TLS with a self-signed certificate for `localhost` that's valid for this many days. */
function serveTls(folder: string, days: number) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert, '-subj', '/CN=localhost']
  expect(spawnSync('openssl', [...words, '-days', String(days)]).status).toBe(0)
  return createServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(0, '127.0.0.1')
}

async function problemsOf(settings: Record<string, string>) {
  const { out } = await runCli(['doctor', '--json'], settings)
  const { findings } = JSON.parse(out) as { findings: { check: string; problem: string | null }[] }
  return Object.fromEntries(findings.flatMap(({ check, problem }) => (problem ? [[check, problem]] : [])))
}

test.runIf(kindOfRun() === 'postgres')(
  'the doctor reports what operators often find out too late: delayed mail, old backups, wrong file owners, an expiring certificate',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rounds-doctor-'))
    const [server, mails, tls] = [await startPostgres(), await startMailServer(), serveTls(folder, 20)]
    const DATABASE_URL = await createDatabase(server.url, 'rounds_watched')
    const DATA_DIR = join(folder, 'data')
    mkdirSync(join(DATA_DIR, 'files'), { recursive: true })
    const company = { COMPANY_NAME: 'Clinic', COMPANY_DOMAIN: 'clinic.example', MAIL_FROM: 'careers@clinic.example', SMTP_URL: mails.url }
    const BASE_URL = `https://localhost:${(tls.address() as AddressInfo).port}`
    const settings = { ...company, NODE_ENV: 'production', PORT: String(await freePort()), BASE_URL, DATABASE_URL, DATA_DIR }
    const problems = () => problemsOf(settings)
    const client = new pg.Client(DATABASE_URL)
    try {
      expect(await runCli(['migrate'], settings)).toMatchObject({ code: 0 })
      await client.connect()
      await client.query(`insert into email_outbox (purpose, message_id, to_address, subject, html, text, send_after, due_since)
        values ('notice', 'x', 'a@example.com', 's', 'h', 't', now() + interval '5 minutes', now() - interval '20 minutes')`)
      writeFileSync(join(DATA_DIR, 'files', 'foreign'), '')
      if (process.getuid?.() === 0) chownSync(join(DATA_DIR, 'files', 'foreign'), 12_345, 12_345)
      expect(await problems()).toEqual({
        'waiting mail': `1 waiting, the oldest for 20 minutes: see "Mail isn't going out" in docs/operate.md`,
        'last backup': 'there has been none: enable rounds-backup.timer, or run the command backup',
        'last rehearsal of a restore': expect.stringContaining('there has been none: enable rounds-rehearsal.timer'),
        certificate: expect.stringMatching(/^it expires in (19|20) days: renew it/),
        ...(process.getuid?.() === 0 && {
          'file owners': expect.stringMatching(/^files with a different owner than .*: 1, the first is files\/foreign: chown -R/),
        }),
      })

      await client.query(`update email_outbox set state = 'sent'`)
      expect(await runCli(['backup', join(folder, 'backup.tar.zst')], settings)).toMatchObject({ code: 0 })
      expect(await runCli(['rehearsal', 'passed'], settings)).toMatchObject({ code: 0 })
      rmSync(join(DATA_DIR, 'files', 'foreign'))
      expect(Object.keys(await problems())).toEqual(['certificate'])
    } finally {
      await client.end()
      tls.close()
      await mails.stop()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  240_000,
)

test('growth covers the last 30 days: resumes by upload date, and the database by its share of applications', () => {
  const growth = { file_bytes: 3_000, database_bytes: 10_000, recent: 30, all: 100 }
  expect(bytesPerDay(growth)).toEqual({ files: 100, database: 100 })
  expect(bytesPerDay({ ...growth, recent: 0, all: 0 })).toEqual({ files: 100, database: 0 })
})

test.runIf(kindOfRun() === 'postgres' && smallDiskSkipReason() === null)(
  "the doctor includes PostgreSQL's disk if it's on this machine, and reports when it can't see it",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rounds-doctor-'))
    chmodSync(folder, 0o755)
    const disk = smallDisk(join(folder, 'disk'), '200m')
    const server = await startPostgres({ dataDir: join(folder, 'disk') })
    const settings = {
      ADMIN_EMAILS: 'admin@meridianhealth.example',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: await createDatabase(server.url, 'rounds_growing'),
      PORT: String(await freePort()),
    }
    const growth = async (within: string[] = []) => {
      const env = { ...process.env, BASE_URL: '', NODE_ENV: 'test', ...settings }
      const [program, ...words] = [...within, process.execPath, '--disable-warning=ExperimentalWarning', 'src/server/cli.ts', 'doctor']
      const { stdout } = await promisify(execFile)(program!, words, { env }).catch((ended: { stdout: string }) => ended)
      return stdout.split('\n').find((line) => line.includes('room to grow'))
    }
    try {
      expect(await runCli(['seed', '--demo'], settings)).toMatchObject({ code: 0 })
      expect(await growth()).toBe('fine     room to grow')
      expect(await growth(['unshare', '--pid', '--fork', '--mount-proc'])).toBe(
        "fine     room to grow (PostgreSQL's disk isn't counted, since it can't be seen from here)",
      )
      const { bavail, bsize } = statfsSync(join(folder, 'disk'))
      writeFileSync(join(folder, 'disk', 'something else'), Buffer.alloc(bavail * bsize - 2_000_000))
      expect(await growth()).toMatch(/^PROBLEM {2}room to grow: .* the disk of \S+\/disk is full in \d+ days: free some space/)
    } finally {
      await server.stop()
      disk.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  240_000,
)

test("a version that's six months old is reported", async () => {
  expect(await versionAgeNote(Date.now() - 100 * 86_400_000)).toBe(null)
  expect(await versionAgeNote(Date.now() - 200 * 86_400_000)).toContain('this version is 200 days old')
})

test('backups can be a day old and restore tests a week old', () => {
  expect([lateJobWarning('backup.made', 25), lateJobWarning('backup.rehearsed', 8 * 24)]).toEqual([null, null])
  expect(lateJobWarning('backup.made', 72)).toBe('the last was 3 days ago: enable rounds-backup.timer, or run the command backup')
  expect(lateJobWarning('backup.rehearsed', 240)).toContain('the last was 10 days ago: enable rounds-rehearsal.timer')
})
