import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { HttpError } from './http-error.ts'
import { clientKey } from './limits.ts'

/** Requests one process handles at once; any more are told to retry. */
const MAX_ACTIVE = 250
/** Bodies still arriving, from all clients and from one. They hold a connection but don't count as active requests. */
const MAX_ARRIVING = 1_000
const MAX_ARRIVING_PER_CLIENT = 100
const WATCHED = new Set(['/healthz', '/readyz', '/metrics'])

/** The time limit for a body that isn't an upload. */
const BODY_MS = 10_000
/** How long a client can keep sending a body after its request got a response, so it can still read that response. */
const UNREAD_MS = 2_000
/** The time limit for reading a response, however slowly. */
const ANSWER_MS = 5 * 60_000
const CHECK_EVERY_MS = 1_000
/** Under load, a client that reads nothing from a pending response for twice this long is disconnected. */
const CROWDED_IDLE_MS = 3_500
const USUAL_IDLE_MS = 60_000

type PendingResponse = { since: number; hurried: Hurried | null }
/** How far a hurried response has gotten: bytes the system has accepted, bytes the client has sent, and when the former last changed. */
type Hurried = { taken: number; sent: number; at: number }
type PendingBody = { since: number; client: string; request: FastifyRequest; reply: FastifyReply }

/** Limits what one process does at once, and disconnects clients too slow to be people. */
export function shedLoad(app: FastifyInstance, metrics: Registry): void {
  const inProgress = new Map<ServerResponse, PendingResponse>()
  const arriving = openArrivals()
  addGauge(metrics, () => inProgress.size)

  function begin(reply: FastifyReply): void {
    inProgress.set(reply.raw, { since: performance.now(), hurried: null })
    onFinished(reply, () => {
      if (inProgress.get(reply.raw)?.hurried) reply.raw.socket?.setTimeout(USUAL_IDLE_MS)
      inProgress.delete(reply.raw)
    })
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (WATCHED.has(request.url)) return done()
    if (hasBody(request)) {
      if (!arriving.add(request, reply, () => isUpload(request) && begin(reply))) return done(tooBusy(reply))
    } else if (inProgress.size >= MAX_ACTIVE) return done(tooBusy(reply))
    else begin(reply)
    done()
  })
  // The body is complete at this point, except for uploads, which their own handler reads.
  app.addHook('preValidation', (request, reply, done) => {
    if (!hasBody(request) || isUpload(request) || inProgress.has(reply.raw)) return done()
    if (inProgress.size >= MAX_ACTIVE) return done(tooBusy(reply))
    begin(reply)
    done()
  })

  const timer = setInterval(() => {
    const now = performance.now()
    const isCrowded = inProgress.size > MAX_ACTIVE / 2
    arriving.cutLate(now)
    for (const [response, state] of inProgress) {
      if (now - state.since > ANSWER_MS && !response.writableFinished) response.req.destroy()
      else if (isCrowded && response.headersSent) {
        state.hurried ??= hurry(response, now)
        if (isStalling(response, state.hurried, now)) response.req.destroy()
      }
    }
  }, CHECK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

function addGauge(metrics: Registry, count: () => number): void {
  const gauge: Gauge = new Gauge({
    name: 'rounds_requests_under_way',
    help: 'Requests being answered',
    registers: [metrics],
    collect: () => gauge.set(count()),
  })
}

/** Only a socket's own timeout shows whether the system is still accepting data from a long write. */
function hurry({ socket, req }: ServerResponse, now: number): Hurried {
  socket?.setTimeout(CROWDED_IDLE_MS)
  return { taken: takenFrom(req.socket), sent: req.socket.bytesRead, at: now }
}

/** Data from the client restarts that timeout, so this detects a client that sends but never reads. */
function isStalling({ req: { socket } }: ServerResponse, hurried: Hurried, now: number): boolean {
  const taken = takenFrom(socket)
  if (taken !== hurried.taken) Object.assign(hurried, { taken, sent: socket.bytesRead, at: now })
  return now - hurried.at > 2 * CROWDED_IDLE_MS - CHECK_EVERY_MS && socket.bytesRead > hurried.sent
}

const takenFrom = (socket: Socket) => socket.bytesWritten - socket.writableLength

function tooBusy(reply: FastifyReply): HttpError {
  // The unread rest of the body would hold the connection open.
  reply.header('connection', 'close')
  return new HttpError(503, "We're very busy right now. Try again in a moment.", { retryAfterSeconds: 1 })
}

function openArrivals() {
  const bodies = new Set<PendingBody>()
  const byClient = new Map<string, number>()

  function remove(one: PendingBody): void {
    if (!bodies.delete(one)) return
    const left = byClient.get(one.client)! - 1
    if (left > 0) byClient.set(one.client, left)
    else byClient.delete(one.client)
  }

  return {
    /** Returns false if too many bodies are arriving. Calls `onComplete` once the entire body has arrived. */
    add(request: FastifyRequest, reply: FastifyReply, onComplete: () => void): boolean {
      const client = clientKey(request.ip)
      const count = byClient.get(client) ?? 0
      if (bodies.size >= MAX_ARRIVING || count >= MAX_ARRIVING_PER_CLIENT) return false
      const one = { since: performance.now(), client, request, reply }
      reply.raw.once('finish', () => discardRest(request))
      bodies.add(one)
      byClient.set(client, count + 1)
      request.raw.once('end', () => {
        remove(one)
        onComplete()
      })
      for (const side of [request.raw, reply.raw]) side.once('close', () => remove(one))
      return true
    },
    cutLate(now: number): void {
      for (const one of bodies) if (!isUpload(one.request) && now - one.since > BODY_MS) disconnect(one)
    },
  }
}

/** Discards the rest of a request's body once it has a response, and disconnects the client if it keeps sending. */
function discardRest({ raw }: FastifyRequest): void {
  const isOver = () => raw.complete || raw.readableEnded || raw.destroyed
  if (isOver()) return
  raw.unpipe()
  raw.resume()
  setTimeout(() => isOver() || raw.destroy(), UNREAD_MS).unref()
}

function disconnect({ request: { raw }, reply }: PendingBody): void {
  if (raw.complete) return
  if (reply.raw.headersSent) raw.socket.destroy()
  else raw.socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n', () => raw.socket.destroy())
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isUpload({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith('multipart/') === true
}

/** Calls back once when a response has been sent or its client has disconnected. */
export function onFinished({ raw }: FastifyReply, then: () => void): void {
  // The client may already have disconnected.
  if (raw.destroyed || raw.closed || raw.socket?.destroyed) then()
  else raw.once('close', then)
}
