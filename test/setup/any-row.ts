import type pg from 'pg'

type ColumnShape = { name: string; type: string; isNeeded: boolean; refers_to: string | null; refers_by: string | null }

/**
 * Inserts a valid row into any `table`: it has the given values, refers to existing or new rows, and has arbitrary values in other columns without a
 * default.
 */
export async function insertAnyRow(pool: pg.Pool, table: string, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const columns = await shapeOf(pool, table)
  const row: Record<string, unknown> = {}
  for (const column of columns) {
    if (column.name in given) row[column.name] = given[column.name]
    else if (column.isNeeded) row[column.name] = column.refers_to ? await valueFor(pool, column, given) : arbitraryValue(column)
  }
  const names = Object.keys(row)
  const { rows } = await pool.query(
    `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning *`,
    Object.values(row),
  )
  return rows[0]
}

async function valueFor(pool: pg.Pool, { refers_to, refers_by }: ColumnShape, given: Record<string, unknown>): Promise<unknown> {
  const own = (await shapeOf(pool, refers_to!)).filter((column) => column.name in given && column.name !== refers_by)
  const which = own.map((column, at) => `"${column.name}" = $${at + 1}`).join(' and ') || 'true'
  const { rows } = await pool.query(
    `select "${refers_by}" as one from "${refers_to}" where ${which} limit 1`,
    own.map((column) => given[column.name]),
  )
  return rows[0]?.one ?? (await insertAnyRow(pool, refers_to!, given))[refers_by!]
}

let made = 0

function arbitraryValue({ type }: ColumnShape): unknown {
  made++
  if (/int|numeric|double/.test(type)) return made
  if (type.startsWith('timestamp')) return new Date().toISOString()
  if (type === 'boolean') return false
  if (type === 'date') return '2026-11-24'
  if (type.endsWith('[]')) return [`any ${made}`]
  return type === 'jsonb' ? '{}' : `any ${made}`
}

async function shapeOf(pool: pg.Pool, table: string): Promise<ColumnShape[]> {
  const { rows } = await pool.query<ColumnShape>(
    `select a.attname::text as name, format_type(a.atttypid, null) as type, a.attnotnull and not a.atthasdef and a.attidentity = '' as "isNeeded",
      k.confrelid::regclass::text as refers_to, f.attname::text as refers_by
    from pg_attribute a
    left join pg_constraint k on k.conrelid = a.attrelid and k.contype = 'f' and k.conkey = array[a.attnum]
    left join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[1]
    where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`,
    [table],
  )
  return rows
}
