import type pg from 'pg'

type Asked = (...words: unknown[]) => unknown

/**
 * A commit waits for its synchronous standby. If an operator cancels that wait (`pg_cancel_backend`), PostgreSQL reports success with a warning: the
 * row is only on this server and is lost if another one takes over. Such a write isn't acknowledged; its statement fails with
 * `transaction_resolution_unknown`.
 */
export function rejectUnreplicated(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    let isAlone = false
    // The message depends on the server's language; the routine name doesn't.
    client.on('notice', (notice) => (isAlone ||= notice.routine === 'SyncRepWaitForLSN'))
    const query = client.query.bind(client) as Asked
    const judged = () => {
      if (!isAlone) return null
      isAlone = false
      return Object.assign(new Error('The write is not on a second server.'), { code: '08007' })
    }
    client.query = ((...words: unknown[]) => {
      const outcome = words.at(-1)
      if (typeof outcome === 'function') return query(...words.slice(0, -1), (error: unknown, result: unknown) => outcome(error ?? judged(), result))
      const asked = query(...words)
      if (!(asked instanceof Promise)) return asked
      return asked.then((result: unknown) => {
        const fault = judged()
        if (fault) throw fault
        return result
      })
    }) as typeof client.query
  })
}
