import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

const QUIET_WITHIN_MS = 1_000

/**
 * Accepts no more connections, so that a proxy gets a refusal and uses another process, and waits up to `patienceMs` until the open ones have
 * ended: each in use ends with its next response, and a proxy ends its idle ones sooner than that (`keepalive_timeout` in
 * deploy/nginx.conf). Ending an idle one here could meet a request already on its way, and a proxy doesn't send a POST again.
 */
export async function stopListening(server: Server, patienceMs: number): Promise<void> {
  await allAccepted(server)
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, patienceMs)
    // Not the HTTP server's own `close`, which ends idle connections at once.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** The system has completed a connection before it's accepted here, and would reset it. One is accepted in each turn of the event loop. */
async function allAccepted(server: Server): Promise<void> {
  let hasArrived = true
  const onConnection = () => void (hasArrived = true)
  server.on('connection', onConnection)
  for (const deadline = performance.now() + QUIET_WITHIN_MS; hasArrived && performance.now() < deadline;) {
    hasArrived = false
    await nextTurn()
  }
  server.off('connection', onConnection)
}
