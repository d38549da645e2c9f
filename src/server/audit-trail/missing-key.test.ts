import { expect, test } from 'vitest'
import { checkAudit } from '#contract/audit-trail.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Operator } from '#server/operate/commands/operator.ts'
import { KEY_COMMANDS } from '#server/operate/keys/key-commands.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { freshDatabase } from '#test/setup/database.ts'

const [FIRST, NEXT] = ['first-secret-first-secret-first-secret', 'next-secret-next-secret-next-secret']

async function eraseSomeone(app: TestApp) {
  const { user_session_id } = await makeApplicant(app.db)
  const row = { actor: null, action: 'test.done' as const, subject_kind: 'applicant', subject_id: user_session_id, personal: { name: 'Person' } }
  await app.db.transaction((tx) => recordAudit(tx, row))
  await eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'erase' })
}

test('an erasure signed with a lost key is reported as unverified, and tampering is still reported as tampering', async () => {
  const fresh = await freshDatabase()
  {
    await using app = await startApp({ SECRET_KEY: FIRST }, { ...fresh, drop: async () => {} })
    await eraseSomeone(app)
    const operator = { ...app.services, env: { ...app.env, SECRET_KEY: NEXT }, say: () => {}, warn: () => {} } as unknown as Operator
    await KEY_COMMANDS[0]!.run(operator, { operands: [], flags: { lost: true } })
  }
  await using app = await startApp({ SECRET_KEY: NEXT }, fresh)
  const admin = await app.admin()
  expect((await app.call(checkAudit, {}, admin)).body).toMatchObject({
    is_whole: false,
    is_unproved: true,
    broken_row: expect.any(Number),
    because: expect.stringMatching(/^can't verify this erasure without the key of \d{4}-\d\d$/),
  })

  await app.services.database.pool.query('alter table audit_trail disable trigger user')
  await app.services.database.pool.query(`update audit_trail set facts = '{"changed": 1}' where audit_id = 1`)
  expect((await app.call(checkAudit, {}, admin)).body).toMatchObject({ is_whole: false, is_unproved: false, broken_row: 1 })
})
