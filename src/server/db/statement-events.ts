import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'

export type Statement = { operation: string; seconds: number; failed: boolean }
type Outcome = (error: unknown, result?: unknown) => void

const OPERATIONS = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback'])

/** Emits each statement's kind and duration to the pool's listeners (`onStatement`), but never its text or values. */
export function reportStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...words: unknown[]) => unknown
    client.query = ((...words: unknown[]) => {
      const began = performance.now()
      const operation = operationOf(words[0])
      // The driver calls back in the connection's async context; listeners need the statement's.
      const report = AsyncResource.bind((failed: boolean) => {
        emitterOf(pool).emit('statement', { operation, seconds: (performance.now() - began) / 1000, failed } satisfies Statement)
      })
      const outcome = words.at(-1)
      if (typeof outcome === 'function') return query(...words.slice(0, -1), reporting(outcome as Outcome, report))
      const result = query(...words)
      if (result instanceof Promise)
        result.then(
          () => report(false),
          () => report(true),
        )
      return result
    }) as typeof client.query
  })
}

export function onStatement(pool: pg.Pool, listener: (statement: Statement) => void): void {
  emitterOf(pool).on('statement', listener)
}

/** The pool's types include only the driver's events. */
function emitterOf(pool: pg.Pool): NodeJS.EventEmitter {
  return pool
}

function reporting(outcome: Outcome, report: (failed: boolean) => void): Outcome {
  return (error, result) => {
    report(Boolean(error))
    outcome(error, result)
  }
}

function operationOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text
  const first = /^\s*([a-z]+)/i.exec(typeof text === 'string' ? text : '')?.[1]?.toLowerCase() ?? ''
  return OPERATIONS.has(first) ? first : 'other'
}
