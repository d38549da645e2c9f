import type pg from 'pg'
import { quoted, run, type TableShape } from '#server/operate/backup/backup-store.ts'

/** Lists everything in a database that isn't PostgreSQL's own, by schema. */
export async function listObjects(client: pg.PoolClient): Promise<{ schema: string; tables: number }[]> {
  return run(
    client,
    `select n.nspname::text as schema, count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' group by 1 order by 1`,
  )
}

export type Sum = { table: string; rows: number; hash: string }

/** Returns a checksum of a table's content that doesn't depend on row order, computed by the database. */
export async function sumTable(client: pg.PoolClient, { table, columns }: TableShape): Promise<Sum> {
  const chosen = columns.map(quoted).join(', ')
  const [sum] = await run<{ rows: number; hash: string }>(
    client,
    `select count(*)::int as rows, coalesce(sum(('x' || substr(md5(row_to_json(t)::text), 1, 15))::bit(60)::bigint), 0)::text as hash
    from (select ${chosen} from ${quoted(table)}) t`,
  )
  return { table, ...sum! }
}

/** Times are formatted in the session's time zone, so both sides use the same one. */
export async function useOneZone(client: pg.PoolClient): Promise<void> {
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
