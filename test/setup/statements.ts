import type pg from 'pg'

export type Statement = { text: string; values: unknown[] }

type WatchedClient = { query: (...given: unknown[]) => unknown; isWatched?: boolean }

/** Returns the statements sent through a pool while `work` runs. */
export async function statementsOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const watch = (client: pg.PoolClient) => {
    const watched = client as unknown as WatchedClient
    if (watched.isWatched) return
    const query = watched.query
    watched.isWatched = true
    watched.query = (...given) => {
      statements.push(asStatement(given))
      return query.apply(client, given)
    }
    undo.push(() => Object.assign(watched, { query, isWatched: false }))
  }
  const undo: (() => void)[] = []
  pool.on('acquire', watch)
  try {
    await work()
  } finally {
    pool.off('acquire', watch)
    for (const one of undo) one()
  }
  return statements
}

/** Runs `act` once, right after the next statement outside a transaction whose text contains `part`, before its result is used. */
export function onceAfter(pool: pg.Pool, part: string, act: () => Promise<unknown>): void {
  const watched = pool as unknown as WatchedClient
  const query = watched.query
  watched.query = async (...given) => {
    const result = await query.apply(pool, given)
    if (!asStatement(given).text.includes(part)) return result
    watched.query = query
    await act()
    return result
  }
}

/** Counts the transactions and single writes that wait for a disk flush. */
export function flushesIn(statements: Statement[]): number {
  let isOpen = false
  let flushes = 0
  for (const { text } of statements) {
    if (/^\s*begin\b/i.test(text)) isOpen = true
    const isWaiting = isOpen ? /^\s*commit\b/i.test(text) : /\b(?:insert|update|delete)\b/i.test(text) && !text.includes("'synchronous_commit', 'off'")
    if (isWaiting) flushes++
    if (/^\s*(?:commit|rollback)\s*$/i.test(text)) isOpen = false
  }
  return flushes
}

function asStatement([first, second]: unknown[]): Statement {
  const { text, values } = typeof first === 'string' ? { text: first, values: [] } : (first as pg.QueryConfig)
  return { text, values: Array.isArray(second) ? second : (values ?? []) }
}
