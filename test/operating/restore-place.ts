import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { openFiles } from '#server/files/open-files.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { uploadResume } from '#contract/applications/applications.ts'
import { apply, formWith } from '#test/applying.ts'
import { freshDatabase } from '#test/setup/database.ts'
import type { TestApp } from '#test/setup/app.ts'
import { minimalPdf } from '#test/setup/pdf-files.ts'
import { inSnapshot, listTables, readRows } from '#server/operate/backup/backup-store.ts'

export async function openRestoreTarget() {
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

export async function applyWithResume(app: TestApp, ref_function_role_id: number, first_name: string): Promise<number> {
  const { user_session_id, as } = await apply(app, ref_function_role_id, { first_name, email: `${first_name.toLowerCase()}@example.com` })
  const { body, headers } = formWith(
    { user_session_id: String(user_session_id) },
    { filename: 'cv.pdf', type: 'application/pdf', content: minimalPdf({ objects: ['<< /Type /Catalog >>', `(${first_name})`] }) },
  )
  const { status } = await app.send('POST', uploadResume.path, body, { ...as, headers })
  expect(status).toBe(201)
  return user_session_id
}

export async function readContent(database: Database, files: FileStore) {
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
