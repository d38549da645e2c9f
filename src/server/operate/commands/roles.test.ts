import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/db/seed.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { openFiles } from '#server/files/open-files.ts'
import { createDatabase, kindOfRun, silent, startPostgres } from '#test/setup/database.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'

const as = (url: string, role: string) => Object.assign(new URL(url), { username: role, password: 'word' }).href
const PASSWORDS = { POSTGRES_OWNER_PASSWORD: 'word', POSTGRES_APP_PASSWORD: 'word' }
const hasPsql = spawnSync('psql', ['--version']).status === 0

/** Returns the connection as the environment variables psql reads. */
function connectionOf(url: string) {
  const { hostname, port, username, password, pathname } = new URL(url)
  return { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password, PGDATABASE: pathname.slice(1) }
}

test.runIf(kindOfRun() === 'postgres' && hasPsql)(
  "the app runs with two database roles and can't change the schema or the audit trail",
  async () => {
    const server = await startPostgres()
    try {
      const url = await createDatabase(server.url, 'rounds_roles')
      const applyRoles = () =>
        spawnSync('sh', ['deploy/create-roles.sh'], {
          encoding: 'utf8',
          env: { ...process.env, ...connectionOf(url), ...PASSWORDS, ROLES_SQL: 'deploy/roles.sql' },
        })
      expect(applyRoles()).toMatchObject({ status: 0 })
      const owner = await connect({ databaseUrl: as(url, 'rounds_owner'), dataDir: '', log: silent })
      await migrate(owner)
      await owner.close()
      expect(applyRoles()).toMatchObject({ status: 0 })

      const app = await connect({ databaseUrl: as(url, 'rounds_app'), dataDir: '', log: silent })
      expect(await migrate(app)).toBe(0)
      await seed({ database: app, files: await openFiles({ DATA_DIR: '/nowhere' }), env: { isProduction: true } as never }, 'reference')
      await app.db.transaction((tx) => recordAudit(tx, { actor: null, action: 'test.done', subject_kind: 'applicant', personal: { a: 1 } }))
      for (const statement of [
        'update audit_trail set action = action',
        'delete from audit_trail',
        'truncate audit_trail',
        'alter table audit_trail disable trigger user',
        'drop trigger audit_trail_append_only on audit_trail',
        `update audit_personal set personal = 'x'`,
        `update license_verification set note = 'x'`,
        `update license_document set content_base64 = 'x'`,
        'create table more (id int)',
        'alter table user_session add column more int',
      ]) {
        await expect(app.pool.query(statement), statement).rejects.toThrow(/permission denied|must be owner/)
      }
      await app.pool.query('delete from audit_personal')
      expect(await verifyAudit(app.db, { erasures: { secret: undefined } })).toMatchObject({ broken: { audit_id: 1 } })
      await app.close()
    } finally {
      await server.stop()
    }
  },
  240_000,
)
