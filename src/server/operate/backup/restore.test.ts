import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'
import { backUp } from './back-up.ts'
import { openOutput } from './output.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { restore } from './restore.ts'
import { claimMorningRun, REPLIES_SENT } from '#server/operate/morning/morning-store.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'
import { openRestoreTarget, applyWithResume, readContent } from '#test/operating/restore-place.ts'

test('a restore brings back every row and file, and the audit trail stays intact', async () => {
  await using app = await startApp()
  await using place = await openRestoreTarget()
  const { ref_function_role_id } = await makeRole(app.db)
  for (const name of ['Ada', 'Ben', 'Cora']) await applyWithResume(app, ref_function_role_id, name)
  const archive = join(place.folder, 'b.tar')
  await backUp(app.services, await openOutput(archive, { overwrite: true }))
  const before = await readContent(app.services.database, app.services.files)

  await restore({ ...place, env: app.env }, archive, { force: true, holdMail: false })

  const after = await readContent(place.database, place.files)
  const [told] = after.tables['audit_trail']!.trimEnd().split('\n').slice(-1)
  expect(told).toContain('backup.restored')
  after.tables['audit_trail'] = after.tables['audit_trail']!.slice(0, -told!.length - 1)
  expect(after).toEqual(before)
  expect(await verifyAudit(place.database.db, { erasures: { secret: undefined } })).toMatchObject({ broken: null })
  const target = await readContent(place.database, place.files)
  expect(Object.keys(target.files)).toHaveLength(3)
})

test('a backup is one snapshot of the database while people apply, and IDs continue after the last one', async () => {
  await using app = await startApp()
  await using place = await openRestoreTarget()
  const { ref_function_role_id } = await makeRole(app.db)
  await apply(app, ref_function_role_id)
  const archive = join(place.folder, 'b.tar')
  const finished = new AbortController()
  const applying = Promise.all(
    ['a', 'b', 'c', 'd'].map(async (name) => {
      for (let at = 0; !finished.signal.aborted || at < 3; at++) await apply(app, ref_function_role_id, { email: `${name}${at}@example.com` })
    }),
  )
  await backUp(app.services, await openOutput(archive, { overwrite: true }))
  finished.abort()
  await applying

  await restore({ ...place, env: app.env }, archive, { force: true, holdMail: false })
  const { rows } = await place.database.pool.query(`
    select count(*)::int as partial from user_session u where ref_application_status_id = 5 and (
      (select count(*) from user_session_answer a where a.user_session_id = u.user_session_id and user_answer_text_box is not null) <> 13
      or (select count(*) from email_outbox m where m.user_session_id = u.user_session_id) <> 1)`)
  expect(rows).toEqual([{ partial: 0 }])
  expect(await verifyAudit(place.database.db, { erasures: { secret: undefined } })).toMatchObject({ broken: null })
  const { rows: next } = await place.database.pool.query(
    `select nextval('user_session_user_session_id_seq')::int > max(user_session_id) as is_ahead from user_session`,
  )
  expect(next).toEqual([{ is_ahead: true }])
})

test('anyone erased after the backup is erased again after the restore', async () => {
  await using app = await startApp()
  await using place = await openRestoreTarget()
  const { ref_function_role_id } = await makeRole(app.db)
  const user_session_id = await applyWithResume(app, ref_function_role_id, 'Canaria')
  await applyWithResume(app, ref_function_role_id, 'Ben')
  const archive = join(place.folder, 'b.tar')
  await backUp(app.services, await openOutput(archive, { overwrite: true }))
  expect(await readFile(archive, 'utf8')).toContain('Canaria')
  await eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'erase' })

  const { erasedAgain } = await restore(app.services, archive, { force: true, holdMail: false })

  expect(erasedAgain).toBe(1)
  const after = await readContent(app.services.database, app.services.files)
  expect(JSON.stringify(after.tables)).not.toContain('Canaria')
  expect(Object.values(after.files).some((one) => Buffer.from(one, 'base64').includes('Canaria'))).toBe(false)
  expect(JSON.stringify(after.tables)).toContain('Ben')
  expect(await verifyAudit(app.db, { erasures: { secret: undefined } })).toMatchObject({ broken: null })

  // The database is lost entirely; the record next to the files is enough.
  const { erasedAgain: fromNote } = await restore({ database: place.database, files: app.services.files, env: app.env }, archive, {
    force: true,
    holdMail: false,
  })
  expect(fromNote).toBe(1)
})

test('scheduled emails that were sent after the backup are not sent again when a restore holds mail', async () => {
  await using app = await startApp()
  const { ref_function_role_id } = await makeRole(app.db)
  await apply(app, ref_function_role_id)
  const query = async (text: string) => (await app.services.database.pool.query(text)).rows
  await query(`insert into staff_account (email) values ('ada@example.com')`)
  await query(`insert into assignment (user_session_id, staff_account_id, assigned_by)
    select user_session_id, staff_account_id, staff_account_id from user_session, staff_account where staff_account.email = 'ada@example.com'`)
  const archive = join(app.env.DATA_DIR, 'b.tar')
  await backUp(app.services, await openOutput(archive, { overwrite: true }))
  const readMarks = async () => ({
    digest: (await query('select told_at is not null as told from assignment'))[0]!.told,
    morning: (await query(`select 1 from audit_trail where action = '${REPLIES_SENT}'`)).length,
  })
  const send = async () => {
    await query('update assignment set told_at = now()')
    await app.db.transaction((tx) => claimMorningRun(tx, REPLIES_SENT))
  }

  await send()
  await restore(app.services, archive, { force: true, holdMail: false })
  expect(await readMarks()).toEqual({ digest: false, morning: 0 })
  await send()
  await restore(app.services, archive, { force: true, holdMail: true })
  expect(await readMarks()).toEqual({ digest: true, morning: 1 })
  // Reassigned since then, which counts as a new assignment.
  await query(`update assignment set assigned_at = now() + interval '1 second'`)
  await restore(app.services, archive, { force: true, holdMail: true })
  expect(await readMarks()).toEqual({ digest: false, morning: 1 })
})

test('emails pending in a backup can be held until a person decides', async () => {
  await using app = await startApp()
  const { ref_function_role_id } = await makeRole(app.db)
  await apply(app, ref_function_role_id)
  const archive = join(app.env.DATA_DIR, 'b.tar')
  await backUp(app.services, await openOutput(archive, { overwrite: true }))
  await restore(app.services, archive, { force: true, holdMail: true })
  const { rows } = await app.services.database.pool.query('select state from email_outbox')
  expect(rows).toEqual([{ state: 'failed' }])
})
