import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'

type Client = Pick<pg.PoolClient, 'query'>

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
export const SNAPSHOT = 'snapshot.sql'
const HEADER = /^-- Made by `npm run db:snapshot` from the first (\d+) migrations, ([0-9a-f]{64})\./

/** Returns the folder's snapshot if it was built from exactly these migrations, or from a prefix of them. */
export function readSnapshot(folder: string, migrations: MigrationMeta[]): { sql: string; count: number } | null {
  const path = join(folder, SNAPSHOT)
  const sql = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const [header, count] = HEADER.exec(sql) ?? []
  return header && header === headerOf(migrations.slice(0, Number(count))) ? { sql, count: Number(count) } : null
}

function headerOf(migrations: MigrationMeta[]): string {
  const hash = createHash('sha256').update(JSON.stringify(migrations.map((migration) => [migration.folderMillis, migration.hash])))
  return `-- Made by \`npm run db:snapshot\` from the first ${migrations.length} migrations, ${hash.digest('hex')}.`
}

/** Returns SQL that recreates, all at once, the schema of a new database with every migration applied. Throws if a table has rows. */
export async function makeSnapshot(client: Client): Promise<string> {
  const statements = await listStatements(client)
  return [headerOf(readMigrationFiles({ migrationsFolder: MIGRATIONS })), ...statements.map((statement) => `${statement.trim()};`), ''].join('\n')
}

async function listStatements(client: Client): Promise<string[]> {
  return [
    ...(await listTexts(client, FUNCTIONS)),
    ...(await createTables(client)),
    ...(await listTexts(client, INDEXES)),
    ...(await listTexts(client, STATISTICS)),
    ...(await addForeignKeys(client)),
    ...(await listTexts(client, TRIGGERS)),
  ]
}

// Everything is listed in creation order, because that decides which of two equal-cost plans, and which of two violated constraints, PostgreSQL picks.
const FUNCTIONS = `select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace order by oid`

const INDEXES = `select pg_get_indexdef(x.indexrelid) as text from pg_index x join pg_class c on c.oid = x.indexrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = c.oid and contype in ('p', 'u', 'x'))
  order by c.oid`

const STATISTICS = `select pg_get_statisticsobjdef(oid) as text from pg_statistic_ext where stxnamespace = 'public'::regnamespace order by oid`

const TRIGGERS = `select pg_get_triggerdef(t.oid) as text from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by t.oid`

const COLUMNS = `select c.relname as table, quote_ident(a.attname) || ' ' || case
    when pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null then case a.atttypid when 'bigint'::regtype then 'bigserial' else 'serial' end
    else format_type(a.atttypid, a.atttypmod)
      || case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
        else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end
      || case when a.attnotnull then ' not null' else '' end
  end as text
  from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped order by c.oid, a.attnum`

const CONSTRAINTS = `select conrelid::regclass::text as table, 'constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) as text
  from pg_constraint where connamespace = 'public'::regnamespace and contype`

type Part = { table: string; text: string }

async function createTables(client: Client): Promise<string[]> {
  const columns = await list<Part>(client, COLUMNS)
  const constraints = await list<Part>(client, `${CONSTRAINTS} in ('p', 'u', 'c', 'x') order by contype <> 'c', contype <> 'p', oid`)
  const tables = Map.groupBy([...columns, ...constraints], (one) => one.table)
  for (const table of tables.keys()) {
    const rows = await list(client, `select from ${table} limit 1`)
    if (rows.length > 0) throw new Error(`The migrations leave rows in ${table} of a new database, which belong in src/server/db/reference.`)
  }
  return [...tables].map(([table, parts]) => `create table ${table} (\n  ${parts.map((part) => part.text).join(',\n  ')}\n)`)
}

/** Consecutive keys of one table share a statement, which is faster. */
async function addForeignKeys(client: Client): Promise<string[]> {
  const runs: { table: string; texts: string[] }[] = []
  for (const { table, text } of await list<Part>(client, `${CONSTRAINTS} = 'f' order by oid`)) {
    if (runs.at(-1)?.table !== table) runs.push({ table, texts: [] })
    runs.at(-1)!.texts.push(text)
  }
  return runs.map(({ table, texts }) => `alter table ${table}\n  ${texts.map((text) => `add ${text}`).join(',\n  ')}`)
}

const listTexts = async (client: Client, text: string) => (await list<{ text: string }>(client, text)).map((one) => one.text)

async function list<Row extends pg.QueryResultRow>(client: Client, text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows
}
