import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownMigrations } from '#server/db/migrate.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'
import { backUp } from './back-up.ts'
import { openOutput } from './output.ts'
import { inSnapshot, listMigrations } from './backup-store.ts'
import { restore } from './restore.ts'
import { emptyTo, inRestore } from './restore-store.ts'
import { openPlace, contentOf } from '#test/operating/restore-place.ts'

test('a damaged archive is rejected before anything is touched', async () => {
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

test('a database with work in it is not replaced unless asked to', async () => {
  await using app = await startApp()
  await makeRole(app.db)
  const archive = join(app.env.DATA_DIR, 'b.tar')
  await backUp(app.services, await openOutput(archive, { overwrite: true }))
  await expect(restore(app.services, archive, { force: false, holdMail: false })).rejects.toThrow('This database is not empty.')
})

test('anything acknowledged around a restore is in the copy it keeps, or in the database', async () => {
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

test('a backup of an older version is migrated, and one of a newer version is rejected', async () => {
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
