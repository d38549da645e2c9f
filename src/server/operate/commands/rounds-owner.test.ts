import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { runCli } from '#test/setup/cli.ts'
import { kindOfRun, startPostgres } from '#test/setup/database.ts'

const mayBecomePostgres = process.getuid?.() === 0 && spawnSync('sh', ['-c', 'runuser -u postgres -- psql --version']).status === 0

test.runIf(kindOfRun() === 'postgres' && mayBecomePostgres)(
  "rounds-owner creates the database, keeping any existing app password, and restores it; the app's own role can do neither",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rounds-owner-'))
    const server = await startPostgres()
    try {
      const { hostname, port, username } = new URL(server.url)
      const unit = {
        ROUNDS_HOME: process.cwd(),
        ROUNDS_ENV: join(folder, 'rounds.env'),
        OWNER_ENV: join(folder, 'owner.env'),
        DATA_DIR: join(folder, 'data'),
      }
      const known = `postgres://rounds_app:the-first-word@127.0.0.1:${port}/rounds`
      writeFileSync(unit.ROUNDS_ENV, readFileSync('deploy/rounds.env', 'utf8').replace(/^DATABASE_URL=$/m, `DATABASE_URL=${known}`))
      const env = { ...process.env, BASE_URL: 'https://careers.example.com', PGHOST: hostname, PGPORT: port, PGUSER: username, PGDATABASE: 'rounds', ...unit }
      const asOwner = (...words: string[]) => spawnSync('sh', ['deploy/rounds-owner', ...words], { encoding: 'utf8', env })

      const made = asOwner()
      expect(made).toMatchObject({ stderr: '', status: 0, stdout: expect.stringContaining('migrations applied') })
      const url = /DATABASE_URL for the product: (.+)/.exec(made.stdout)![1]!
      expect(url).toBe(known)
      const product = new pg.Client(url)
      await product.connect()
      await expect(product.query('delete from audit_trail')).rejects.toThrow('permission denied')
      await product.end()

      const settings = { DATABASE_URL: url, DATA_DIR: unit.DATA_DIR }
      const file = join(folder, 'b.tar')
      expect(await runCli(['backup', file], settings)).toMatchObject({ code: 0 })
      const rejected = expect.stringMatching(/permission denied.*as the role that owns the database \(rounds-owner restore FILE\)/)
      expect(await runCli(['restore', file], settings)).toMatchObject({ code: 1, err: rejected })
      expect(asOwner('restore', file)).toMatchObject({ status: 0, stdout: expect.stringContaining(`DATABASE_URL for the product: ${url}`) })
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  180_000,
)
