import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { HttpError } from './http-error.ts'
import { cutSlowReaders } from './slow-readers.ts'

/** Requests under way in one process; one more is answered at once that it should come again. */
const MOST_UNDER_WAY = 250
const WATCHED = new Set(['/healthz', '/readyz', '/metrics'])
/** A body that is no upload is here by then; an answer has been taken by then, however slowly somebody reads. */
const BODY_MS = 10_000
const ANSWER_MS = 5 * 60_000

/** Bounds what one process does at once, and ends clients that are too slow to be people. */
export function shedLoad(app: FastifyInstance, metrics: Registry): void {
  let underWay = 0
  const shown = new Gauge({
    name: 'rounds_requests_under_way',
    help: 'Requests being answered',
    registers: [metrics],
    collect() {
      this.set(underWay)
    },
  })
  shown.set(0)
  cutSlowReaders(app, () => underWay > MOST_UNDER_WAY / 2)
  app.addHook('onRequest', async (request, reply) => {
    if (WATCHED.has(request.url)) return
    if (underWay >= MOST_UNDER_WAY) throw new HttpError(503, 'We are very busy. Try again in a moment.', { retryAfterSeconds: 1 })
    underWay++
    const timers = [setTimeout(() => reply.raw.writableFinished || request.raw.destroy(), ANSWER_MS), ...bodyTimer(request, reply)]
    onceOver(reply, () => {
      underWay--
      for (const timer of timers) clearTimeout(timer)
    })
  })
}

function bodyTimer(request: FastifyRequest, reply: FastifyReply): NodeJS.Timeout[] {
  const { 'content-type': type = '', 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0
  if (!hasBody || type.startsWith('multipart/')) return []
  const cut = () => {
    if (request.raw.complete || reply.raw.headersSent) return
    request.raw.socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n', () => request.raw.socket.destroy())
  }
  return [setTimeout(cut, BODY_MS)]
}

function onceOver(reply: FastifyReply, then: () => void): void {
  let isOver = false
  const end = () => {
    if (!isOver) then()
    isOver = true
  }
  // A client may be gone before anybody listens for that.
  if (reply.raw.destroyed || reply.raw.closed || reply.raw.socket?.destroyed) return end()
  reply.raw.once('finish', end)
  reply.raw.once('close', end)
}

/** Answers over whole tables: a few at once, however many people ask, so that the public site keeps its database connections. */
const REPORTS = new Set(['/api/applicants/export.csv', '/api/user-session/applicants_with_answers/:roleId'])
const MOST_WAITING = 20
const WAIT_MS = 5_000

/** After the caller was admitted: a stranger never takes a place. */
export function limitReports(app: FastifyInstance, mostAtOnce: number): void {
  const waiting: (() => void)[] = []
  let running = 0
  const next = () => {
    const begin = waiting.shift()
    if (begin) begin()
    else running--
  }
  app.addHook('preHandler', async (request, reply) => {
    if (!REPORTS.has(request.routeOptions.url ?? '') || Number((request.query as { limit?: number }).limit ?? 0) > 0) return
    if (running < mostAtOnce) running++
    else if (!(await hasTurn(waiting, reply))) return reply.hijack()
    onceOver(reply, next)
    // Whoever left while they were being admitted gets no report made.
    if (reply.raw.destroyed) return reply.hijack()
  })
}

/** True: it is this one's turn. False: they went away while they waited. */
function hasTurn(waiting: (() => void)[], { raw }: FastifyReply): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const busy = () => reject(new HttpError(503, 'Other reports are being made. Try again in a moment.', { retryAfterSeconds: 5 }))
    if (waiting.length >= MOST_WAITING) return busy()
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
