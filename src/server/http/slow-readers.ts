import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const LOOK_EVERY_MS = 1_000
const CROWDED_MS = 3_000

type Seen = { taken: number; isBehind: boolean; since: number }

/**
 * When it is crowded, cuts clients that take nothing of an answer that lies ready for them: each would hold a place among the requests
 * under way until the socket's own limit. Only then, because the system between us and a slow line takes large pieces at long intervals.
 */
export function cutSlowReaders(app: FastifyInstance, isCrowded: () => boolean): void {
  const answers = new Map<ServerResponse, Seen | null>()
  app.addHook('onSend', async (_request, { raw }) => {
    if (raw.destroyed) return
    answers.set(raw, null)
    for (const end of ['finish', 'close']) raw.once(end, () => answers.delete(raw))
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [answer, before] of answers) {
      const { taken, isBehind } = seenOf(answer.socket)
      const isStuck = isBehind && before?.isBehind === true && before.taken === taken
      const since = isStuck ? before.since : now
      if (isCrowded() && now - since >= CROWDED_MS) answer.socket?.resetAndDestroy()
      else answers.set(answer, { taken, isBehind, since })
    }
  }, LOOK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** What the system has taken over, and whether it takes no more. Only the stream below a socket knows; without it nobody is judged. */
function seenOf(socket: (Socket & { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null }) | null): Pick<Seen, 'taken' | 'isBehind'> {
  // oxlint-disable-next-line no-underscore-dangle -- Node has no public name for it
  const { bytesWritten = 0, writeQueueSize = 0 } = socket?._handle ?? {}
  return { taken: bytesWritten - writeQueueSize, isBehind: writeQueueSize > 0 }
}
