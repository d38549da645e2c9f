import { vi } from 'vitest'
import type { Database } from '#server/db/connect.ts'

/**
 * Stops the clocks of this process and its database, so a test can set both to any time. The product's statements stay the same: their `now()`
 * resolves to a function in the test's schema instead of PostgreSQL's own.
 */
export async function stopClocks({ pool }: Pick<Database, 'pool'>, at: Date) {
  vi.useFakeTimers({ toFake: ['Date'], now: at })
  await pool.query(`
    create schema stopped;
    create function stopped.now() returns timestamptz language sql stable as $$ select current_setting('stopped.at')::timestamptz $$;
    create function stopped.clock_timestamp() returns timestamptz language sql stable as $$ select current_setting('stopped.at')::timestamptz $$`)
  await redefineDefaults(pool, 'stopped')
  const set = () => `set search_path = stopped, pg_catalog, public; set stopped.at = '${new Date().toISOString()}'`
  pool.on('connect', (client) => void client.query(set()))

  async function setTo(next: Date): Promise<void> {
    vi.setSystemTime(next)
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
    for (const client of clients) {
      await client.query(set())
      client.release()
    }
  }
  await setTo(at)
  return { setTo, go: () => vi.useRealTimers() }
}

/** Makes the database's running clock jump, for all of this pool's connections at once. This process's own clocks stay as they are. */
export async function movableClock({ pool }: Pick<Database, 'pool'>) {
  await pool.query(`
    create schema moved;
    create table moved.clock (ahead interval not null);
    insert into moved.clock values ('0');
    create function moved.now() returns timestamptz language sql stable as $$ select pg_catalog.now() + ahead from moved.clock $$;
    create function moved.clock_timestamp() returns timestamptz language sql volatile as $$ select pg_catalog.clock_timestamp() + ahead from moved.clock $$`)
  await redefineDefaults(pool, 'moved')
  const use = 'set search_path = moved, pg_catalog, public'
  pool.on('connect', (client) => void client.query(use))
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  for (const client of clients) {
    await client.query(use)
    client.release()
  }
  return { setAhead: (interval: string) => pool.query('update moved.clock set ahead = $1::interval', [interval]) }
}

/** Redefines column defaults, which have been bound to PostgreSQL's own clock since their table was created. */
async function redefineDefaults(pool: Database['pool'], schema: string): Promise<void> {
  const { rows } = await pool.query<{ statement: string }>(`
    select format('alter table %s alter column %I set default %s', adrelid::regclass, attname,
      regexp_replace(pg_get_expr(adbin, adrelid), '(now|clock_timestamp)\\(\\)', '${schema}.\\1()')) as statement
    from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum where pg_get_expr(adbin, adrelid) ~ '(now|clock_timestamp)\\(\\)'`)
  for (const { statement } of rows) await pool.query(statement)
}

const TICK_MS = 10
/** The most that one tick counts for, so pauses of the machine or this process don't count. */
const MAX_MS = 50

/** Returns how long `work` takes, in milliseconds, excluding time when this process couldn't run. */
export async function elapsedIn(work: () => Promise<unknown>): Promise<number> {
  let [elapsed, last] = [0, performance.now()]
  const count = () => {
    const now = performance.now()
    elapsed += Math.min(MAX_MS, now - last)
    last = now
  }
  const ticks = setInterval(count, TICK_MS)
  try {
    await work()
  } finally {
    clearInterval(ticks)
  }
  count()
  return elapsed
}

/** Returns the processor time that `work` takes, in milliseconds. */
export function processorTimeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
