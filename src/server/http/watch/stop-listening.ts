import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

const QUIET_WITHIN_MS = 1_000
/** A turn of the event loop that handles a request takes longer than this. */
const IDLE_TICK_MS = 0.2
const MAX_IDLE_TICKS = 3

/**
 * Stops accepting connections, so a proxy is refused and tries another process, and waits up to `timeoutMs` for the open ones to end. Each active
 * one ends with its next response, and a proxy closes its idle ones sooner than that (`keepalive_timeout` in deploy/nginx.conf). Closing an idle one
 * here could hit a request already on its way, and a proxy doesn't resend a POST.
 */
export async function stopListening(server: Server, timeoutMs: number): Promise<void> {
  await allAccepted(server)
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    // Don't use the HTTP server's own `close`, which ends idle connections immediately.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/**
 * Waits until no connection is pending: the system completes connections before they're accepted here, and closing would reset those. Each turn of
 * the event loop accepts one, so none is left after several idle turns in a row. A single idle turn may have ended before checking.
 */
async function allAccepted(server: Server): Promise<void> {
  let hasArrived = false
  const onConnection = () => void (hasArrived = true)
  server.on('connection', onConnection)
  let idleTurns = 0
  for (const deadline = performance.now() + QUIET_WITHIN_MS; idleTurns < MAX_IDLE_TICKS && performance.now() < deadline;) {
    const began = performance.now()
    hasArrived = false
    await nextTurn()
    idleTurns = hasArrived || performance.now() - began > IDLE_TICK_MS ? 0 : idleTurns + 1
  }
  server.off('connection', onConnection)
}
