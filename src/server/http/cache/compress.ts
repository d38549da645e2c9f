import { pipeline, type Readable } from 'node:stream'
import { callbackify, promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from './encoding.ts'

/** Below this size, compression saves less than it costs. */
const SMALLEST = 1024
/** Lists are built per request; the fastest level removes most of the repetition. */
const LEVEL = 4

/** Compresses text responses to calls, whole or streamed, for clients that accept gzip. */
export function compressAnswers(app: FastifyInstance): void {
  // Only on routes with a call.
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/')) route.onSend = [...[route.onSend ?? []].flat(), compress]
  })
}

function compress(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: (error: Error | null, payload?: unknown) => void): void {
  const isText = /^(application\/json|text\/csv)/.test(String(reply.getHeader('content-type') ?? ''))
  if (!isText || reply.hasHeader('content-encoding')) return done(null, payload)
  reply.header('vary', 'accept-encoding')
  if (!acceptsGzip(request.headers['accept-encoding'])) return done(null, payload)
  packThen(payload, (error, packed) => {
    if (!error && packed !== payload) reply.header('content-encoding', 'gzip').removeHeader('content-length')
    done(error, packed)
  })
}

/** Compresses a page rendered for one reader, with its styles inline. Streams pass through, because their writer compresses them. */
export async function packPage(reply: FastifyReply, html: string | Readable): Promise<unknown> {
  if (typeof html !== 'string') return html
  reply.header('vary', 'accept-encoding')
  if (!acceptsGzip(reply.request.headers['accept-encoding'])) return html
  reply.header('content-encoding', 'gzip')
  return promisify(gzip)(html, { level: LEVEL })
}

async function pack(payload: unknown): Promise<unknown> {
  if (typeof payload === 'string') return payload.length < SMALLEST ? payload : promisify(gzip)(payload, { level: LEVEL })
  if (!isStream(payload)) return payload
  // Each chunk is sent as it arrives; an error in either stream ends both.
  return pipeline(payload, createGzip({ level: LEVEL, flush: constants.Z_SYNC_FLUSH }), () => {})
}

const packThen = callbackify(pack)

function isStream(payload: unknown): payload is Readable {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload
}
