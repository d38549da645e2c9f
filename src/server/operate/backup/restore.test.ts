import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { knownMigrations } from '#server/db/migrate.ts'
import { openFiles } from '#server/files/open-files.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { uploadResume } from '#contract/applications/applications.ts'
import { apply, formWith } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { freshDatabase } from '#test/setup/database.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { framedPdf } from '#test/setup/pdf-files.ts'
import { backUp } from './back-up.ts'
import { openOutput } from './output.ts'
import { inSnapshot, listMigrations, listTables, readRows } from './backup-store.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { restore } from './restore.ts'
import { emptyTo, inRestore } from './restore-store.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'

async function openPlace() {
  const fresh = await freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'rounds-restore-'))
  const database = await fresh.open()
  const files = await openFiles({ DATA_DIR: folder })
  const close = async () => {
    await database.close()
    await fresh.drop()
    await rm(folder, { recursive: true, force: true })
  }
  return { folder, database, files, [Symbol.asyncDispose]: close }
}

async function applyWithResume(app: TestApp, ref_function_role_id: number, first_name: string): Promise<number> {
  const { user_session_id, as } = await apply(app, ref_function_role_id, { first_name, email: `${first_name.toLowerCase()}@example.com` })
  const { body, headers } = formWith(
    { user_session_id: String(user_session_id) },
    { filename: 'cv.pdf', type: 'application/pdf', content: framedPdf({ objects: ['<< /Type /Catalog >>', `(${first_name})`] }) },
  )
  const { status } = await app.send('POST', uploadResume.path, body, { ...as, headers })
  expect(status).toBe(201)
  return user_session_id
}

async function contentOf(database: Database, files: FileStore) {
  const tables = await inSnapshot(database.pool, async (client) => {
    const found: Record<string, string> = {}
    for (const shape of await listTables(client)) {
      found[shape.table] = ''
      for await (const { lines } of readRows(client, shape)) found[shape.table] += lines
    }
    return found
  })
  const kept: Record<string, string> = {}
  for await (const { key } of files.list('')) kept[key] = (await files.read(key))!.toString('base64')
  return { tables, files: kept }
}

test('a backup brings back every row and every file, and the audit trail stays whole', async () => {
  await using app = await startApp()
  await using place = await openPlace()
  const { ref_function_role_id } = await makeRole(app.db)
  for (const name of ['Ada', 'Ben', 'Cora']) await applyWithResume(app, ref_function_role_id, name)
  const archive = join(place.folder, 'b.tar')
  await backUp(app.services, await openOutput(archive, { overwrite: true }))
  const before = await contentOf(app.services.database, app.services.files)

  await restore({ ...place, env: app.env }, archive, { force: true, holdMail: false })

  const after = await contentOf(place.database, place.files)
  const [told] = after.tables['audit_trail']!.trimEnd().split('\n').slice(-1)
  expect(told).toContain('backup.restored')
  after.tables['audit_trail'] = after.tables['audit_trail']!.slice(0, -told!.length - 1)
  expect(after).toEqual(before)
  expect(await verifyAudit(place.database.db, { erasures: { secret: undefined } })).toMatchObject({ broken: null })
  const target = await contentOf(place.database, place.files)
  expect(Object.keys(target.files)).toHaveLength(3)
})

test('a backup is one moment of the database while people apply, and numbers go on where they were', async () => {
  await using app = await startApp()
  await using place = await openPlace()
  const { ref_function_role_id } = await makeRole(app.db)
  await apply(app, ref_function_role_id)
  const archive = join(place.folder, 'b.tar')
  const over = new AbortController()
  const applying = (async () => {
    for (let at = 0; !over.signal.aborted || at < 3; at++) await apply(app, ref_function_role_id, { email: `a${at}@example.com` })
  })()
  await backUp(app.services, await openOutput(archive, { overwrite: true }))
  over.abort()
  await applying

  await restore({ ...place, env: app.env }, archive, { force: true, holdMail: false })
  const { rows } = await place.database.pool.query(`
    select count(*)::int as partial from user_session u where ref_application_status_id = 5 and (
      (select count(*) from user_session_answer a where a.user_session_id = u.user_session_id and user_answer_text_box is not null) <> 13
      or (select count(*) from email_outbox m where m.user_session_id = u.user_session_id) <> 1)`)
  expect(rows).toEqual([{ partial: 0 }])
  const { rows: next } = await place.database.pool.query(
    `select nextval('user_session_user_session_id_seq')::int > max(user_session_id) as is_ahead from user_session`,
  )
  expect(next).toEqual([{ is_ahead: true }])
})

test('who was erased after the backup is erased again after the restore', async () => {
  await using app = await startApp()
  await using place = await openPlace()
  const { ref_function_role_id } = await makeRole(app.db)
  const user_session_id = await applyWithResume(app, ref_function_role_id, 'Canaria')
  await applyWithResume(app, ref_function_role_id, 'Ben')
  const archive = join(place.folder, 'b.tar')
  await backUp(app.services, await openOutput(archive, { overwrite: true }))
  expect(await readFile(archive, 'utf8')).toContain('Canaria')
  await eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'erase' })

  const { erasedAgain } = await restore(app.services, archive, { force: true, holdMail: false })

  expect(erasedAgain).toBe(1)
  const after = await contentOf(app.services.database, app.services.files)
  expect(JSON.stringify(after.tables)).not.toContain('Canaria')
  expect(Object.values(after.files).some((one) => Buffer.from(one, 'base64').includes('Canaria'))).toBe(false)
  expect(JSON.stringify(after.tables)).toContain('Ben')
  expect(await verifyAudit(app.db, { erasures: { secret: undefined } })).toMatchObject({ broken: null })

  // The database is lost altogether: the note beside the files is enough.
  const { erasedAgain: fromNote } = await restore({ database: place.database, files: app.services.files, env: app.env }, archive, {
    force: true,
    holdMail: false,
  })
  expect(fromNote).toBe(1)
})

test('a damaged archive is refused before anything is touched', async () => {
  await using app = await startApp()
  await using place = await openPlace()
  await makeRole(app.db)
  const archive = join(place.folder, 'b.tar')
  await backUp(app.services, await openOutput(archive, { overwrite: true }))
  const whole = await readFile(archive)
  const before = await contentOf(place.database, place.files)
  const attempt = async (content: Buffer) => {
    await writeFile(archive, content)
    return restore({ ...place, env: app.env }, archive, { force: true, holdMail: false })
  }

  const flipped = Buffer.from(whole)
  const at = flipped.indexOf('Remote Care Coordinator')
  flipped[at]! ^= 1
  await expect(attempt(flipped)).rejects.toThrow('is not what was backed up')
  await expect(attempt(whole.subarray(0, whole.length - 3000))).rejects.toThrow('damaged or cut off')
  await expect(attempt(Buffer.from('PK not an archive'))).rejects.toThrow('damaged or cut off')
  expect(await contentOf(place.database, place.files)).toEqual(before)
})

test('a database with work in it is not replaced unasked', async () => {
  await using app = await startApp()
  await makeRole(app.db)
  const archive = join(app.env.DATA_DIR, 'b.tar')
  await backUp(app.services, await openOutput(archive, { overwrite: true }))
  await expect(restore(app.services, archive, { force: false, holdMail: false })).rejects.toThrow('This database is not empty.')
})

test('whatever was acknowledged around a restore is in the copy that it keeps, or in the database', async () => {
  await using app = await startApp()
  await using place = await openPlace()
  const { ref_function_role_id } = await makeRole(app.db)
  const archive = join(place.folder, 'b.tar')
  await backUp(app.services, await openOutput(archive))
  const acknowledged: string[] = []
  const over = new AbortController()
  const applying = Array.from({ length: 3 }, async (_, lane) => {
    for (let at = 0; !over.signal.aborted; at++) {
      const email = `p${lane}-${at}@example.com`
      const done = await apply(app, ref_function_role_id, { email }).catch(() => null)
      if (done) acknowledged.push(email)
    }
  })
  const keepIn = join(place.folder, 'kept.tar')
  await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(5)
  await restore(app.services, archive, { force: false, holdMail: false, keepIn }).finally(() => over.abort())
  await Promise.all(applying)

  const kept = await readFile(keepIn, 'utf8')
  const { rows } = await app.services.database.pool.query<{ email: string }>('select email from user_session')
  const now = new Set(rows.map(({ email }) => email))
  expect(acknowledged.filter((email) => !now.has(email) && !kept.includes(`"email":"${email}"`))).toEqual([])
})

test('a backup of an older version is brought to this one, a newer one is refused', async () => {
  await using place = await openPlace()
  await using app = await startApp()
  const older = knownMigrations().slice(0, -1)
  await inRestore(place.database, (client) => emptyTo(client, older))
  const archive = join(place.folder, 'b.tar')
  await backUp(place, await openOutput(archive, { overwrite: true }))

  await restore({ ...place, env: app.env }, archive, { force: false, holdMail: false })
  expect(await inSnapshot(place.database.pool, listMigrations)).toEqual(knownMigrations())

  await place.database.pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`)
  await backUp(place, await openOutput(archive, { overwrite: true }))
  await expect(restore({ ...place, env: app.env }, archive, { force: true, holdMail: false })).rejects.toThrow('newer version')
})

test('emails that waited in a backup can be held for a person to decide', async () => {
  await using app = await startApp()
  const { ref_function_role_id } = await makeRole(app.db)
  await apply(app, ref_function_role_id)
  const archive = join(app.env.DATA_DIR, 'b.tar')
  await backUp(app.services, await openOutput(archive, { overwrite: true }))
  await restore(app.services, archive, { force: true, holdMail: true })
  const { rows } = await app.services.database.pool.query('select state from email_outbox')
  expect(rows).toEqual([{ state: 'failed' }])
})
