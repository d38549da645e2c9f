import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connect.ts'
import * as tables from '#server/db/tables.ts'
import { PERSONAL_TABLES, PUBLIC_TABLES, REGISTRY } from './personal-tables.ts'
import type { Column, TableName } from './registry.ts'

type Row = Record<string, unknown>
type Personal = (typeof PERSONAL_TABLES)[number]

const one = (user_session_id: number) => sql`array[${user_session_id}]::int[]`

/** Returns everything the tables hold about one application, under the registry's names, except hashes, keys and what only one person may know. */
export async function readAllAbout(tx: Db, user_session_id: number): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {}
  for (const table of PERSONAL_TABLES) {
    const hidden = columnsOf(table).filter(([, column]) => typeof column === 'object' && !column.isExported)
    const without = sql.param(hidden.map(([name]) => name))
    const { rows } = await tx.execute<{ row: Row }>(sql`
      select to_jsonb(t) - ${without}::text[] || coalesce(${table.adds ?? sql`null`}, '{}'::jsonb) as row
      from ${sql.identifier(table.name)} t where ${table.of(one(user_session_id))} and ${table.exported ?? sql`true`} order by ${keyOf(table)}`)
    found[table.as] = rows.map(({ row }) => row)
  }
  return found
}

/** Erases what identifies the person in every table; role, dates and status are kept as statistics. */
export async function erasePersonal(tx: Db, user_session_id: number): Promise<void> {
  for (const table of PERSONAL_TABLES) {
    const rows = sql`where ${table.of(one(user_session_id))}`
    if (table.onErasure === 'deleted') await tx.execute(sql`delete from ${sql.identifier(table.name)} t ${rows}`)
    if (table.onErasure === 'cleared') await tx.execute(sql`update ${sql.identifier(table.name)} t set ${sql.join(cleared(table), sql`, `)} ${rows}`)
  }
}

/** Erases drafts of someone whose application must be kept by law, because nothing requires keeping drafts. */
export async function eraseDrafts(tx: Db, user_session_id: number): Promise<void> {
  await tx.execute(sql`delete from application_draft t where ${REGISTRY.application_draft.of(one(user_session_id))}`)
}

/** The tables an erasure writes to. */
export const ERASED_TABLES = PERSONAL_TABLES.filter((table) => table.onErasure !== 'kept').map((table) => table.name as string)

/** Lists the audit rows whose personal values an erasure deletes. */
export async function listErasableValues(tx: Db, user_session_id: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select t.audit_id::int as id from audit_personal t where ${REGISTRY.audit_personal.of(one(user_session_id))} order by 1`)
  return rows.map((row) => row.id)
}

/** Deletes all rows of applications that were never submitted. */
export async function deleteUnsubmitted(tx: Db, ids: number[]): Promise<void> {
  for (const table of PERSONAL_TABLES) {
    if (table.isPurged !== false) await tx.execute(sql`delete from ${sql.identifier(table.name)} t where ${table.of(sql`${sql.param(ids)}::int[]`)}`)
  }
}

/** Lists what's stored outside the database: keys of stored files, and the numbers of emails that may be in the mail folder. */
export async function listBelongings(tx: Db, user_session_id: number): Promise<{ keys: string[]; email_ids: number[] }> {
  const found = { keys: [] as string[], email_ids: [] as number[] }
  for (const table of PERSONAL_TABLES) {
    if (!table.file) continue
    const column = 'storageKey' in table.file ? table.file.storageKey : table.file.mailNumber
    const { rows } = await tx.execute<{ one: string | number }>(sql`
      select ${sql.identifier(column)} as one from ${sql.identifier(table.name)} t where ${table.of(one(user_session_id))} and ${sql.identifier(column)} is not null`)
    for (const row of rows) {
      if ('storageKey' in table.file) found.keys.push(String(row.one))
      else found.email_ids.push(Number(row.one))
    }
  }
  return found
}

/** Changes with any row of any table shown on public pages, no matter who changed it. */
export const publicContentVersion = sql`concat_ws('/', ${sql.join(
  PUBLIC_TABLES.map((table) => sql`(select md5(string_agg(concat_ws(':', ctid, xmin), ',' order by ctid)) from ${sql.identifier(table)})`),
  sql`, `,
)})`

function columnsOf({ columns }: Personal): [string, Column][] {
  return Object.entries(columns)
}

function keyOf({ name }: Personal): SQL {
  const columns = Object.values(getTableColumns(tableOf(name)))
  return sql`t.${sql.identifier((columns.find((column) => column.primary) ?? columns[0]!).name)}`
}

/** The value an erasure writes: null, or an empty string where null isn't allowed. */
function cleared(table: Personal): SQL[] {
  const own = getTableColumns(tableOf(table.name))
  return columnsOf(table).flatMap(([name, column]) => {
    const target = sql.identifier(name)
    if (typeof column === 'object') return column.erasedTo ? [sql`${target} = ${column.erasedTo}`] : []
    return column === 'kept' ? [] : [own[name]!.notNull ? sql`${target} = ''` : sql`${target} = null`]
  })
}

function tableOf(name: TableName): PgTable {
  return (tables as unknown as Record<TableName, PgTable>)[name]
}
