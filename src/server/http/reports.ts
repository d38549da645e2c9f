import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from './http-error.ts'
import { onFinished } from './overload.ts'

const MAX_WAITING = 20
const WAIT_MS = 5_000

/** Runs only a few reports at once so the public site keeps its database connections. Checked after authorization so strangers can't take a slot. */
export function limitReports(app: FastifyInstance, maxAtOnce: number): void {
  const waiting: (() => void)[] = []
  let running = 0
  const next = () => {
    const begin = waiting.shift()
    if (begin) begin()
    else running--
  }
  const takeTurn = async (request: FastifyRequest, reply: FastifyReply) => {
    if (Number((request.query as { limit?: number }).limit ?? 0) > 0) return
    if (running < maxAtOnce) running++
    else if (!(await waitForTurn(waiting, reply))) return reply.hijack()
    onFinished(reply, next)
    // Skip the report if the client disconnected while waiting.
    if (reply.raw.destroyed) return reply.hijack()
  }
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint?.report) route.preHandler = [...[route.preHandler ?? []].flat(), takeTurn]
  })
}

/** Resolves to false if the client disconnected while waiting. */
function waitForTurn(waiting: (() => void)[], { raw }: FastifyReply): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const busy = () => reject(new HttpError(503, 'Other reports are running. Try again in a moment.', { retryAfterSeconds: 5 }))
    if (waiting.length >= MAX_WAITING) return busy()
    const begin = () => {
      clearTimeout(timer)
      raw.off('close', leave)
      resolve(true)
    }
    const giveUp = () => {
      waiting.splice(waiting.indexOf(begin), 1)
      clearTimeout(timer)
      raw.off('close', leave)
    }
    const leave = () => {
      giveUp()
      resolve(false)
    }
    const timer = setTimeout(() => {
      giveUp()
      busy()
    }, WAIT_MS)
    raw.once('close', leave)
    waiting.push(begin)
  })
}
