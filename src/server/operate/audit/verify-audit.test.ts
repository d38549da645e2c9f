import { expect, test } from 'vitest'
import { recordAudit } from '#server/audit/record-audit.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { verifyAudit } from './verify-audit.ts'

async function fiveRows(app: TestApp): Promise<void> {
  for (const subject_id of [1, 2, 3, 4, 5]) {
    await app.db.transaction((tx) =>
      recordAudit(tx, {
        actor: null,
        action: 'test.done',
        subject_kind: 'applicant',
        subject_id,
        facts: { 'ünïcode "quoted"': [1.5, null, true] },
        personal: { name: `Person ${subject_id}` },
      }),
    )
  }
}

/** Tampers the way someone who owns the tables could. */
async function tamper(app: TestApp, statement: string): Promise<void> {
  for (const one of ['alter table audit_trail disable trigger user', statement, 'alter table audit_trail enable trigger user'])
    await app.services.database.pool.query(one)
}

test('an untouched trail verifies, even after personal values are erased', async () => {
  await using app = await startApp()
  const { user_session_id } = await makeApplicant(app.db)
  await app.db.transaction((tx) =>
    recordAudit(tx, { actor: null, action: 'test.done', subject_kind: 'applicant', subject_id: user_session_id, personal: { name: 'Person' } }),
  )
  await eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'erase' })
  expect(await verifyAudit(app.db, { erasures: { secret: undefined } })).toMatchObject({ rows: 2, erased: 1, broken: null })
})

test("personal values deleted without a signed erasure are reported, even if there's a forged record", async () => {
  await using app = await startApp()
  await fiveRows(app)
  const verdict = async () => (await verifyAudit(app.db, { erasures: { secret: undefined } })).broken
  await app.services.database.pool.query('delete from audit_personal where audit_id in (2, 4)')
  const deleted = { audit_id: 2, because: 'its personal values were deleted, and no signed erasure says so' }
  expect(await verdict()).toEqual(deleted)

  const forge = (facts: object) =>
    recordAudit(app.db, { actor: null, action: 'applicant.erased', subject_kind: 'applicant', subject_id: 2, facts: { ...facts } })
  await forge({ erased_values: [2, 4] })
  await forge({ erased_values: [2, 4], signature: 'x'.repeat(43) })
  expect(await verdict()).toEqual(deleted)
  const pretended = recordAudit(app.db, { actor: null, action: 'audit.signed-from', subject_kind: 'audit', facts: { erased_values: [2, 4] } })
  await expect(pretended).rejects.toThrow()
  expect(await verdict()).toEqual(deleted)
})

const CHANGES: [what: string, statement: string, firstBroken: number][] = [
  ['a changed fact', `update audit_trail set facts = '{"other": 1}' where audit_id = 3`, 3],
  ['a changed time', `update audit_trail set at = at + interval '1 microsecond' where audit_id = 2`, 2],
  ['another actor', `update audit_trail set actor_id = 7 where audit_id = 4`, 4],
  ['a row taken out', 'delete from audit_trail where audit_id = 3', 4],
  ['changed personal values', `update audit_personal set personal = '{"name":"Nobody"}' where audit_id = 4`, 4],
  ['a commitment taken away', `update audit_trail set personal_commitment = null where audit_id = 5`, 5],
  ['a row with a forged hash', `update audit_trail set facts = '{}', hash = encode(sha256('x'), 'hex') where audit_id = 1`, 1],
  ['a rewritten row at the end of the trail', `update audit_trail set previous_hash = '' where audit_id = 5`, 5],
]

test('every change is detected, and the first broken row is reported', async () => {
  await using app = await startApp()
  await fiveRows(app)
  const found: Record<string, number | undefined> = {}
  for (const [what, statement] of CHANGES) {
    const undone = app.db.transaction(async (tx) => {
      await tx.execute('alter table audit_trail disable trigger user')
      await tx.execute(statement)
      found[what] = (await verifyAudit(tx, { erasures: { secret: undefined } })).broken?.audit_id
      tx.rollback()
    })
    await undone.catch(() => {})
  }
  expect(found).toEqual(Object.fromEntries(CHANGES.map(([what, , first]) => [what, first])))
})

test('a truncated trail is detected by comparing it with a row recorded earlier', async () => {
  await using app = await startApp()
  await fiveRows(app)
  const verdict = await verifyAudit(app.db, { erasures: { secret: undefined } })
  const [audit_id, hash] = (verdict.broken ? '' : verdict.head!).split(':')
  const recordedRow = { audit_id: Number(audit_id), hash: hash! }
  expect((await verifyAudit(app.db, { known: recordedRow, erasures: { secret: undefined } })).broken).toBeNull()
  await tamper(app, 'delete from audit_trail where audit_id = 5')
  await tamper(app, 'delete from audit_personal where audit_id = 5')
  expect((await verifyAudit(app.db, { erasures: { secret: undefined } })).broken).toBeNull()
  expect((await verifyAudit(app.db, { known: recordedRow, erasures: { secret: undefined } })).broken).toMatchObject({ audit_id: 5 })
})

test("the database doesn't let anyone change, delete or truncate the trail", async () => {
  await using app = await startApp()
  await fiveRows(app)
  for (const statement of ['update audit_trail set action = action', 'delete from audit_trail', 'truncate audit_trail']) {
    await expect(app.services.database.pool.query(statement)).rejects.toThrow('the audit trail is append-only')
  }
})
