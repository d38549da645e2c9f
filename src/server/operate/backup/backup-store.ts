import type pg from 'pg'
import type { Database } from '#server/db/connect.ts'
import type { StoredFile } from '#server/files/read-intact.ts'

/** The approximate number of characters of rows in one part of the archive. */
const PART_CHARACTERS = 4_000_000
const BATCH_SIZE = 500
export const NO_LIMIT = 2 ** 31 - 1

export async function run<Row extends pg.QueryResultRow>(client: pg.PoolClient, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>({ text, values, query_timeout: NO_LIMIT } as pg.QueryConfig)).rows
}

/** Runs `work` so that everything it reads comes from one snapshot of the database, even while others write. */
export async function inSnapshot<T>(pool: Database['pool'], work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isSound = false
  try {
    await run(client, 'begin isolation level repeatable read read only')
    await run(client, 'set local statement_timeout = 0')
    await run(client, 'set local idle_in_transaction_session_timeout = 0')
    const result = await work(client)
    await run(client, 'commit')
    isSound = true
    return result
  } finally {
    client.release(!isSound)
  }
}

export type TableShape = { table: string; columns: string[]; key: string[] }

/** Returns the app's tables, each after the tables it refers to. */
export async function listTables(client: pg.PoolClient): Promise<TableShape[]> {
  const shapes = await run<TableShape>(
    client,
    `select c.relname::text as table,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(a.attname order by array_position(i.indkey::int[], a.attnum::int)) from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary), '[]') as key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`,
  )
  const references = await run<{ from: string; to: string }>(
    client,
    `select a.relname::text as "from", b.relname::text as "to" from pg_constraint k join pg_class a on a.oid = k.conrelid join pg_class b on b.oid = k.confrelid
    where k.contype = 'f' and a.relnamespace = 'public'::regnamespace`,
  )
  return sortByDependency(shapes, references)
}

function sortByDependency(shapes: TableShape[], references: { from: string; to: string }[]): TableShape[] {
  const ordered: TableShape[] = []
  const place = (shape: TableShape) => {
    if (ordered.includes(shape)) return
    const prerequisites = references.filter((reference) => reference.from === shape.table && reference.to !== shape.table)
    for (const { to } of prerequisites) place(shapes.find((one) => one.table === to)!)
    ordered.push(shape)
  }
  for (const shape of shapes) place(shape)
  return ordered
}

/** Yields a table's rows as lines of JSON, in key order. PostgreSQL formats them, so values don't pass through JavaScript types. */
export async function* readRows(client: pg.PoolClient, { table, columns, key }: TableShape): AsyncGenerator<{ lines: string; rows: number }> {
  const columnList = columns.map(quoteIdentifier).join(', ')
  const order = key.length > 0 ? `order by ${key.map(quoteIdentifier).join(', ')}` : ''
  await run(
    client,
    `declare backup no scroll cursor for select row_to_json(t)::text as line from (select ${columnList} from ${quoteIdentifier(table)} ${order}) t`,
  )
  let [lines, rows] = ['', 0]
  for (;;) {
    const fetched = await run<{ line: string }>(client, `fetch ${BATCH_SIZE} from backup`)
    for (const { line } of fetched) lines += `${line}\n`
    rows += fetched.length
    if (lines.length >= PART_CHARACTERS || (fetched.length < BATCH_SIZE && rows > 0)) {
      yield { lines, rows }
      ;[lines, rows] = ['', 0]
    }
    if (fetched.length < BATCH_SIZE) break
  }
  await run(client, 'close backup')
}

export async function listSequences(client: pg.PoolClient) {
  return run<{ sequence: string; last_value: string | null }>(
    client,
    `select sequencename::text as sequence, last_value::text as last_value from pg_sequences where schemaname = 'public' order by 1`,
  )
}

export async function listMigrations(client: pg.PoolClient): Promise<number[]> {
  const [found] = await run<{ there: boolean }>(client, `select to_regclass('drizzle.__drizzle_migrations') is not null as there`)
  if (!found?.there) return []
  const rows = await run<{ created_at: string }>(client, 'select created_at from drizzle.__drizzle_migrations order by created_at')
  return rows.map((row) => Number(row.created_at))
}

/** Returns the keys of files that must exist; a replaced resume may already have been swept. */
export async function listFileKeys(client: pg.PoolClient) {
  const resumes = 'select storage_key, sha256, size_bytes, replaced_at is null as is_current from resume where stored_at is not null'
  const packets = 'select storage_key, file_sha256, size_bytes, true from packet_edition'
  // A database that a restore replaces may be older than packets.
  const [found] = await run<{ has_packets: boolean }>(client, `select to_regclass('public.packet_edition') is not null as has_packets`)
  const all = found!.has_packets ? `${resumes} union all ${packets}` : resumes
  return run<StoredFile & { is_current: boolean }>(client, `${all} order by storage_key`)
}

export async function findAuditHead(client: pg.PoolClient) {
  const [head] = await run<{ audit_id: string; hash: string }>(client, 'select audit_id, hash from audit_trail order by audit_id desc limit 1')
  return head ? { audit_id: Number(head.audit_id), hash: head.hash } : null
}

export async function findNow(client: pg.PoolClient): Promise<string> {
  const [row] = await run<{ now: string }>(client, `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`)
  return row!.now
}

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`
