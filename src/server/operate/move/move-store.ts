import type pg from 'pg'
import { quoteIdentifier, run, type TableShape } from '#server/operate/backup/backup-store.ts'

/** The number of objects of one kind, such as tables, in a schema. */
export type DatabaseObject = { schema: string; kind: string; count: number }

/** Lists everything in a database that isn't PostgreSQL's own, by schema. Extensions' objects don't count: a copy leaves them alone. */
export async function listObjects(client: pg.PoolClient): Promise<DatabaseObject[]> {
  return run(
    client,
    `with object as (
      select relnamespace as namespace, case when relkind in ('r', 'p', 'f') then 'tables' when relkind = 'S' then 'sequences' else 'views' end as kind
      from pg_class where relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      union all select pronamespace, 'functions' from pg_proc p
      where not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      union all select typnamespace, 'types' from pg_type t left join pg_class c on c.oid = t.typrelid
      where (typtype in ('b', 'd', 'e', 'r') and typcategory <> 'A' or c.relkind = 'c')
      and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e'))
    select n.nspname::text as schema, coalesce(kind, 'nothing') as kind, count(kind)::int as count from pg_namespace n left join object on namespace = n.oid
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and (kind is not null or n.nspname <> 'public' and not exists (select from pg_extension where extnamespace = n.oid)
      and not exists (select from pg_depend d where d.classid = 'pg_namespace'::regclass and d.objid = n.oid and d.deptype = 'e')) group by 1, 2 order by 1, 2`,
  )
}

export type Sum = { table: string; rows: number; hash: string }

/** A statement over a whole table could take longer than the embedded database allows. */
const PAGES_PER_BATCH = 1_000

/** Returns a checksum of a table's content that doesn't depend on row order, computed by the database in slices of the table. */
export async function sumTable(client: pg.PoolClient, { table, columns }: TableShape): Promise<Sum> {
  const columnList = columns.map(quoteIdentifier).join(', ')
  const [size] = await run<{ pages: number }>(
    client,
    `select (pg_relation_size('${quoteIdentifier(table)}') / current_setting('block_size')::int)::int as pages`,
  )
  let [rows, hash] = [0, 0n]
  for (let page = 0; page === 0 || page < size!.pages; page += PAGES_PER_BATCH) {
    const end = page + PAGES_PER_BATCH < size!.pages ? ` and ctid < '(${page + PAGES_PER_BATCH},0)'` : ''
    const [slice] = await run<{ rows: number; hash: string }>(
      client,
      `select count(*)::int as rows, coalesce(sum(('x' || substr(md5(row_to_json(t)::text), 1, 15))::bit(60)::bigint), 0)::text as hash
      from (select ${columnList} from ${quoteIdentifier(table)} where ctid >= '(${page},0)'${end}) t`,
    )
    rows += slice!.rows
    hash += BigInt(slice!.hash)
  }
  return { table, rows, hash: String(hash) }
}

/** Times are formatted in the session's time zone, so the source and the target use the same one. */
export async function useUtc(client: pg.PoolClient): Promise<void> {
  await run(client, `set local timezone = 'UTC'`)
}

/** Lists applications whose packets show whether everything was copied, starting with those that already have a packet. */
export async function listPacketSubjects(client: pg.PoolClient): Promise<number[]> {
  const rows = await run<{ id: number }>(
    client,
    `select user_session_id::int as id from user_session u where application_submitted_datetime_utc is not null
    order by exists (select 1 from audit_trail a where a.action = 'packet.sealed' and a.subject_id = u.user_session_id) desc, user_session_id limit 20`,
  )
  return rows.map(({ id }) => id)
}
