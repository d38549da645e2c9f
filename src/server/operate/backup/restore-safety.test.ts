import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { knownMigrations } from '#server/db/migrate.ts'
import { readRing, replaceKey } from '#server/http/load-keys.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'
import { VERSION } from '#server/version.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'
import { backUp } from './back-up.ts'
import { openOutput } from './output.ts'
import { inSnapshot, listMigrations } from './backup-store.ts'
import { restore } from './restore.ts'
import { emptySchema, inRestore } from './restore-store.ts'
import { paddingAfter, tarHeader } from '#server/tar.ts'
import { openRestoreTarget, readContent } from '#test/operating/restore-place.ts'

test('a damaged archive is rejected before anything is touched', async () => {
  await using app = await startApp()
  await using place = await openRestoreTarget()
  await makeRole(app.db)
  const archive = join(place.folder, 'b.tar')
  await backUp(app.services, await openOutput(archive, { overwrite: true }))
  const whole = await readFile(archive)
  const before = await readContent(place.database, place.files)
  const attempt = async (content: Buffer) => {
    await writeFile(archive, content)
    return restore({ ...place, env: app.env }, archive, { force: true, holdMail: false })
  }

  const flipped = Buffer.from(whole)
  const at = flipped.indexOf('Remote Care Coordinator')
  flipped[at]! ^= 1
  await expect(attempt(flipped)).rejects.toThrow("isn't what was backed up")
  for (const pack of [(plain: Buffer) => plain, zstdCompressSync, gzipSync]) {
    const packed = pack(whole)
    for (const length of [packed.length - 3000, packed.length - 40, Math.floor(packed.length / 2)])
      await expect(attempt(packed.subarray(0, length))).rejects.toThrow('The archive is damaged or cut off.')
  }
  await expect(attempt(Buffer.alloc(0))).rejects.toThrow('The archive is empty.')
  for (const other of [Buffer.from('PK not an archive'.padEnd(2000)), gzipSync(Buffer.alloc(5000, 'log line'))])
    await expect(attempt(other)).rejects.toThrow("This isn't a backup of Rounds.")
  for (const [name, content] of [
    ['readme.txt', 'Hello'],
    ['manifest.json', '[{"Config":"x.json","Layers":[]}]'],
    ['manifest.json', 'null'],
  ] as const)
    await expect(attempt(tarOf(name, content))).rejects.toThrow("This isn't a backup of Rounds: ")
  expect(await readContent(place.database, place.files)).toEqual(before)
})

function tarOf(name: string, content: string): Buffer {
  return Buffer.concat([tarHeader(name, content.length), Buffer.from(content), Buffer.alloc(paddingAfter(content.length) + 1024)])
}

test('a backup from before a key rotation can be restored and works with the key in the settings', async () => {
  const [first, second] = ['first-secret-first-secret-first-secret', 'second-secret-second-secret-second']
  await using app = await startApp({ SECRET_KEY: first })
  const archive = join(app.env.DATA_DIR, 'b.tar')
  await backUp(app.services, await openOutput(archive))
  await app.db.transaction(async (tx) => replaceKey(tx, await readRing(tx, first), { secret: second, inSettings: true }))
  const attempt = (SECRET_KEY: string, place: Pick<typeof app.services, 'database' | 'files'> = app.services) =>
    restore({ ...place, env: { ...app.env, SECRET_KEY } }, archive, { force: true, holdMail: false })

  await attempt(second)
  expect([...(await readRing(app.db, second)).secrets.values()].toSorted()).toEqual([first, second])
  expect(await verifyAudit(app.db, { erasures: { secret: second } })).toMatchObject({ broken: null })
  // Another installation doesn't have the old key.
  await using place = await openRestoreTarget()
  await expect(attempt(second, place)).rejects.toThrow(/SECRET_KEY is a different one.* Nothing was restored/)
})

test("a database with existing work isn't replaced unless told to", async () => {
  await using app = await startApp()
  await makeRole(app.db)
  const archive = join(app.env.DATA_DIR, 'b.tar')
  await backUp(app.services, await openOutput(archive, { overwrite: true }))
  await expect(restore(app.services, archive, { force: false, holdMail: false })).rejects.toThrow('This database is not empty.')
})

test('every write acknowledged around a restore is in the saved copy or the database', async () => {
  await using app = await startApp()
  await using place = await openRestoreTarget()
  const { ref_function_role_id } = await makeRole(app.db)
  const archive = join(place.folder, 'b.tar')
  await backUp(app.services, await openOutput(archive))
  const acknowledged: string[] = []
  const finished = new AbortController()
  const applying = Array.from({ length: 3 }, async (_, lane) => {
    for (let at = 0; !finished.signal.aborted; at++) {
      const email = `p${lane}-${at}@example.com`
      const applied = await apply(app, ref_function_role_id, { email }).catch(() => null)
      if (applied) acknowledged.push(email)
    }
  })
  const keepIn = join(place.folder, 'kept.tar')
  await expect.poll(() => acknowledged.length).toBeGreaterThan(5)
  await restore(app.services, archive, { force: false, holdMail: false, keepIn }).finally(() => finished.abort())
  await Promise.all(applying)

  const savedCopy = await readFile(keepIn, 'utf8')
  const { rows } = await app.services.database.pool.query<{ email: string }>('select email from user_session')
  const now = new Set(rows.map(({ email }) => email))
  expect(acknowledged.filter((email) => !now.has(email) && !savedCopy.includes(`"email":"${email}"`))).toEqual([])
})

test('a backup from an older version is migrated, and one from a newer version is rejected', async () => {
  await using place = await openRestoreTarget()
  await using app = await startApp()
  const olderMigrations = knownMigrations().slice(0, -1)
  await inRestore(place.database, (client) => emptySchema(client, olderMigrations))
  const archive = join(place.folder, 'b.tar')
  await backUp(place, await openOutput(archive, { overwrite: true }))

  await restore({ ...place, env: app.env }, archive, { force: false, holdMail: false })
  expect(await inSnapshot(place.database.pool, listMigrations)).toEqual(knownMigrations())

  await place.database.pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`)
  await backUp(place, await openOutput(archive, { overwrite: true }))
  await expect(restore({ ...place, env: app.env }, archive, { force: true, holdMail: false })).rejects.toThrow(
    `This backup is newer than this version of Rounds: it has ${knownMigrations().length + 1} migrations of Rounds ${VERSION}, and Rounds ${VERSION} knows`,
  )
})
