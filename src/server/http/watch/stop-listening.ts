import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

const QUIET_WITHIN_MS = 1_000
/** A turn of the event loop that handles a request takes longer. */
const IDLE_TURN_MS = 0.2
const IDLE_TURNS = 3

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

/**
 * The system completes connections before they're accepted here, and closing now would reset them. One is accepted per turn of the event loop; one
 * that arrives while a turn handles requests is seen in the next. So none is waiting after turns that did nothing; the first may end without a look.
 */
async function allAccepted(server: Server): Promise<void> {
  let hasArrived = false
  const onConnection = () => void (hasArrived = true)
  server.on('connection', onConnection)
  let idleTurns = 0
  for (const deadline = performance.now() + QUIET_WITHIN_MS; idleTurns < IDLE_TURNS && performance.now() < deadline;) {
    const began = performance.now()
    hasArrived = false
    await nextTurn()
    idleTurns = hasArrived || performance.now() - began > IDLE_TURN_MS ? 0 : idleTurns + 1
  }
  server.off('connection', onConnection)
}
