import pg from 'pg'
import { openEmbeddedCopy, type Embedded } from '#server/db/embedded/embedded.ts'

type Reusable = { copy: Embedded; shape: string }

const idle: Reusable[] = []

/** A copy of the template: one that an earlier test of this process left, put back to its first rows, or else a new one. */
export async function takeEmbedded(template: string): Promise<Reusable> {
  const left = idle.pop()
  if (left) return left
  const copy = await openEmbeddedCopy(template)
  return { copy, shape: await ask(copy, rememberFirstRows) }
}

/** Puts the first rows back, for the next test; a database whose tables or triggers a test has changed is closed. */
export async function leaveEmbedded(one: Reusable): Promise<void> {
  const isAsBefore = await ask(one.copy, async (client) => {
    if ((await shapeOf(client)) !== one.shape) return false
    await client.query(PUT_BACK)
    return true
  }).catch(() => false)
  if (isAsBefore) idle.push(one)
  else await one.copy.close()
}

async function ask<T>({ address }: Embedded, what: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await what(client)
  } finally {
    await client.end()
  }
}

async function rememberFirstRows(client: pg.Client): Promise<string> {
  await client.query(REMEMBER)
  return shapeOf(client)
}

async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query(SHAPE)
  return rows[0].shape
}

const TABLES = `select c.oid, c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`

const SHAPE = `select md5(concat(
  (select string_agg(c.relname::text || a.attname::text || a.atttypid::text, ',' order by c.relname, a.attnum)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')),
  (select string_agg(tgname::text || tgenabled::text, ',' order by tgname) from pg_trigger),
  (select string_agg(proname::text || md5(prosrc), ',' order by proname) from pg_proc where pronamespace = 'public'::regnamespace),
  (select string_agg(rolname, ',' order by rolname) from pg_roles))) as shape`

const REMEMBER = `do $$
declare one record;
begin
  create schema first_rows;
  for one in ${TABLES} loop
    execute format('create table first_rows.%I as table public.%I', one.relname, one.relname);
  end loop;
  create table first_rows."sequences " as select schemaname, sequencename, last_value from pg_sequences where schemaname = 'public';
end $$`

const PUT_BACK = `do $$
declare one record; columns text;
begin
  set local session_replication_role = replica;
  execute (select 'truncate ' || string_agg(format('public.%I', relname), ', ') || ' restart identity' from (${TABLES}) as every);
  for one in ${TABLES} loop
    select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
      where attrelid = one.oid and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('insert into public.%I (%s) overriding system value select %s from first_rows.%I', one.relname, columns, columns, one.relname);
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename)::regclass, last_value) from first_rows."sequences " where last_value is not null;
end $$`
