import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAudit } from '#server/audit/record-audit.ts'
import { eraseApplicant, holdApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { exportApplicant } from '#server/operate/privacy/applicant-commands.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { insertAnyRow } from '#test/setup/any-row.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { PERSONAL_TABLES } from './personal-tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const ask = async <Row extends object>(text: string) => (await app.services.database.pool.query<Row>(text)).rows
const names = PERSONAL_TABLES.map((table) => table.name as string)

test('every table that references an application through its foreign keys is registered as personal', async () => {
  const referencingTables = await ask<{ name: string }>(`
    with recursive reached as (
      select 'user_session'::regclass::oid as id
      union select k.conrelid from pg_constraint k join reached on k.confrelid = reached.id where k.contype = 'f')
    select c.relname::text as name from reached join pg_class c on c.oid = reached.id
    union select table_name::text from information_schema.columns where table_schema = 'public' and column_name = 'user_session_id'`)
  expect(referencingTables.length).toBeGreaterThan(8)
  expect(referencingTables.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([])
})

test('a personal table is registered before the tables it refers to, so rows can be deleted in that order', async () => {
  const references = await ask<{ from: string; to: string }>(
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  )
  const misordered = references.filter(({ from, to }) => names.includes(from) && names.includes(to) && names.indexOf(from) > names.indexOf(to))
  expect(misordered).toEqual([])
})

test('an export shows every personal column of every table, and an erasure leaves no values or files from them', async () => {
  const { user_session_id } = await makeApplicant(app.db)
  await app.db.transaction((tx) =>
    recordAudit(tx, { actor: null, action: 'test.done', subject_kind: 'applicant', subject_id: user_session_id, personal: { name: 'any' } }),
  )
  const canaries: string[] = []
  for (const table of PERSONAL_TABLES.toReversed()) canaries.push(...(await fillWithCanaries(table, user_session_id)))
  expect(canaries.length).toBeGreaterThan(20)
  await fillFiles()
  expect(await everyFile()).toContain(BYTES)

  const exported = JSON.stringify((await exportApplicant(app.services, user_session_id)).document)
  expect(canaries.filter((canary) => !exported.includes(canary))).toEqual([])

  await holdApplicant(app.services, user_session_id, null)
  await eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'erase' })
  const leftovers = (await everyRow()) + (await everyFile())
  expect(canaries.filter((canary) => leftovers.includes(canary))).toEqual([])
  expect(leftovers).not.toContain(BYTES)
})

const BYTES = 'zq-bytes-of-a-file'

/** Creates a stored file, or an email in the mail folder, for each row that refers to one. */
async function fillFiles(): Promise<void> {
  for (const { name, file } of PERSONAL_TABLES) {
    if (!file) continue
    const rows = await ask<Record<string, unknown>>(`select * from "${name}"`)
    for (const row of rows)
      if ('storageKey' in file) await app.services.files.put(String(row[file.storageKey]), Buffer.from(BYTES))
      else await writeFile(join(await mailFolder(), `1_${String(row[file.mailNumber])}.eml`), BYTES)
  }
}

async function mailFolder(): Promise<string> {
  const folder = join(app.env.DATA_DIR, 'mail')
  await mkdir(folder, { recursive: true })
  return folder
}

async function everyFile(): Promise<string> {
  const entries = await readdir(app.env.DATA_DIR, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return [...files, ...(await Promise.all(files.map((file) => readFile(file, 'latin1'))))].join('\n')
}

/** Makes sure this applicant has a row, and puts a unique word in each of its personal columns. */
async function fillWithCanaries({ name, columns }: (typeof PERSONAL_TABLES)[number], user_session_id: number): Promise<string[]> {
  const [found] = await ask<{ rows: number }>(`select count(*)::int as rows from "${name}"`)
  if (found!.rows === 0) await insertAnyRow(app.services.database.pool, name, { user_session_id })
  const personal = Object.entries(columns).flatMap(([column, kind]) => (kind === 'personal' ? [column] : []))
  const types = await ask<{ column_name: string; data_type: string }>(
    `select column_name::text, data_type::text from information_schema.columns where table_schema = 'public' and table_name = '${name}'`,
  )
  const canaries: string[] = []
  for (const column of personal) {
    const isJson = types.find((type) => type.column_name === column)?.data_type === 'jsonb'
    const canary = `zq-${name}-${column}`
    // Runs in a separate database, because the audit trail would report the changed values. Some tables' triggers reject them.
    await ask(`alter table "${name}" disable trigger user`)
    await ask(`update "${name}" set "${column}" = '${isJson ? `{"is": "${canary}"}` : canary}'`)
    await ask(`alter table "${name}" enable trigger user`)
    canaries.push(canary)
  }
  return canaries
}

async function everyRow(): Promise<string> {
  const tables = await ask<{ name: string }>(`select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  const rows = await Promise.all(tables.map(({ name }) => ask<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`)))
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}
