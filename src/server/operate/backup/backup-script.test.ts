import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runCli } from '#test/setup/cli.ts'
import { createDatabase, kindOfRun, startPostgres } from '#test/setup/database.ts'

const SCRIPT = 'deploy/backup/rounds-backup'
/** The settings that the timer's service reads from /etc/rounds.env. */
const PRODUCTION = {
  NODE_ENV: 'production',
  BASE_URL: 'https://careers.example.com',
  COMPANY_NAME: 'Example Health',
  COMPANY_DOMAIN: 'example.com',
  ADMIN_EMAILS: 'admin@example.com',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'careers@example.com',
  SMTP_PLAINTEXT: 'yes',
  BOUNCE_ADDRESS: 'bounces@example.com',
  IMAP_URL: 'imaps://bounces%40example.com:password@mail.example.com',
  DKIM_SELECTOR: 'mail2026',
  DKIM_SIGNING: 'yes',
  DNS_SERVER: '9.9.9.9',
}

function writeOldFile(path: string): void {
  writeFileSync(path, 'old')
  utimesSync(path, 0, 0)
}

test.runIf(kindOfRun() === 'postgres')(
  'the timer’s script makes a backup, deletes old archives, test-restores the newest and reports failures to Prometheus',
  async () => {
    const server = await startPostgres()
    const folder = mkdtempSync(join(tmpdir(), 'rounds-timer-'))
    try {
      const [backups, metrics] = [join(folder, 'backups'), join(folder, 'metrics')]
      for (const one of [backups, metrics]) mkdirSync(one)
      const settings = { DATABASE_URL: await createDatabase(server.url, 'timer'), DATA_DIR: join(folder, 'data') }
      expect(await runCli(['seed', '--demo'], settings)).toMatchObject({ code: 0 })
      const env = { ...process.env, ...PRODUCTION, ...settings }
      const extraSettings = { ROUNDS_HOME: process.cwd(), BACKUP_FOLDER: backups, BACKUP_METRICS: metrics }
      const run = (job: string, but: Record<string, string> = {}) =>
        promisify(execFile)('sh', [SCRIPT, job], { env: { ...env, ...extraSettings, ...but } }).then(
          ({ stdout }) => ({ code: 0, said: stdout }),
          (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
        )
      const readMetrics = (job: string) => readFileSync(join(metrics, `rounds-${job}.prom`), 'utf8')

      const replaced = join(settings.DATA_DIR, 'before-restore-2020-01-01T00-00-00-000Z.tar.zst')
      for (const path of [join(backups, 'rounds-2020-01-01T000000Z.tar.zst'), replaced]) writeOldFile(path)
      expect(await run('backup')).toMatchObject({ code: 0, said: expect.stringMatching(/\d+ tables, \d+ rows/) })
      expect(readdirSync(backups)).toEqual([expect.stringMatching(/^rounds-2\d{3}-.*\.tar\.zst$/)])
      expect(existsSync(replaced)).toBe(false)
      expect(readMetrics('backup')).toMatch(/^rounds_backup_success_timestamp_seconds \d{10}\nrounds_backup_failed 0\n$/)

      expect(await run('rehearse')).toMatchObject({ code: 0, said: expect.stringContaining('The audit trail is whole') })
      // Set up in the browser, so the owners are in the database.
      expect(await run('rehearse', { ADMIN_EMAILS: '', FIRST_RUN: 'yes' })).toMatchObject({ code: 0 })
      const [archive] = readdirSync(backups)
      cpSync(join(backups, archive!), join(backups, `${archive}.age`))
      expect(await run('rehearse')).toMatchObject({ code: 1, said: expect.stringMatching(/\.age is encrypted: set BACKUP_DECRYPT /) })
      expect(readMetrics('rehearse')).toContain('rounds_rehearse_failed 1')
      expect(await run('rehearse', { BACKUP_DECRYPT: 'cat' })).toMatchObject({ code: 0 })
      rmSync(join(backups, `${archive}.age`))
      const goodMetrics = readMetrics('rehearse')
      expect(goodMetrics).toContain('rounds_rehearse_failed 0')
      writeFileSync(join(backups, archive!), 'not an archive')
      expect((await run('rehearse')).code).toBe(1)
      expect(readMetrics('rehearse')).toBe(goodMetrics.replace('_failed 0', '_failed 1'))
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  240_000,
)
