import type pg from 'pg'
import { isConnectionFault } from './faults.ts'

const READS = /^\s*select\b/i

/**
 * Retries a read outside a transaction when its connection is lost: the next connection waits for the server that takes over, so a failover is only a
 * pause. Writes are never resent, because there's no way to know whether the first attempt succeeded.
 */
export function readAgain(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...words: unknown[]) => unknown
  pool.query = ((...words: unknown[]) => {
    const asked = query(...words)
    if (!(asked instanceof Promise) || !READS.test(textOf(words[0]))) return asked
    return asked.catch((error: unknown) => {
      if (!isConnectionFault(error) || pool.ending) throw error
      return query(...words)
    })
  }) as typeof pool.query
}

function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text
  return typeof text === 'string' ? text : ''
}
