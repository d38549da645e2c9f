import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

const QUIET_WITHIN_MS = 1_000

/**
 * Stops accepting connections, so a proxy gets a refusal and uses another process, and waits up to `patienceMs` for the open ones to end. Each active
 * one ends with its next response, and a proxy closes its idle ones sooner than that (`keepalive_timeout` in deploy/nginx.conf). Closing an idle one
 * here could hit a request already on its way, and a proxy doesn't resend a POST.
 */
export async function stopListening(server: Server, patienceMs: number): Promise<void> {
  await allAccepted(server)
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, patienceMs)
    // Don't use the HTTP server's own `close`, which ends idle connections immediately.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** The system completes connections before they're accepted here, and closing now would reset them. One is accepted per turn of the event loop. */
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
