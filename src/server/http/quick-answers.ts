import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isStaff } from './caller.ts'
import { encodingFor, keptIn, type Encoding, type Kept, type PageCache } from './page-cache.ts'

/** `body`: its bytes as characters, which go out in one piece with the head; bytes would be a second one. */
type Learned = { kept: Kept; headers: string[]; body: string; etag: string; route: string }

/** Not of the answer, but of one request or one connection. */
const NOT_KEPT = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'set-cookie'])

/**
 * Answers kept public pages before the framework sees the request, with the very headers that the framework gave the same page before:
 * at least as fast as anything else could send them. Whatever is not a plain read of a page that is known and fresh goes the usual way:
 * other methods, cookies, tokens, queries, ranges. What this process changed shows at once: the cache expires before the change is answered.
 */
export function answerQuickly(app: FastifyInstance, cache: Pick<PageCache, 'isCurrent' | 'isFresh' | 'expire'>) {
  const learned: Record<Encoding, Map<string, Learned>> = { br: new Map(), gzip: new Map(), identity: new Map() }
  const isLogged = ['info', 'debug', 'trace'].includes(app.log.level)

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { headers } = request
    const isPlain = request.method === 'GET' && headers.cookie === undefined && headers.authorization === undefined && headers.range === undefined
    if (!isPlain || !cache.isFresh()) return false
    const pages = learned[encodingFor(headers['accept-encoding'])]
    const page = pages.get(request.url!)
    if (!page) return false
    if (!cache.isCurrent(page.kept)) {
      pages.delete(request.url!)
      return false
    }
    const started = isLogged ? performance.now() : 0
    const isSame = headers['if-none-match']?.includes(page.etag) === true
    // A head is written at once, so one list serves all requests.
    page.headers[page.headers.length - 1] = randomUUID()
    response.writeHead(isSame ? 304 : 200, isSame ? withoutBody(page.headers) : page.headers)
    response.end(isSame ? '' : page.body, 'latin1')
    if (isLogged) app.log.info({ method: 'GET', route: page.route, status: isSame ? 304 : 200, ms: Math.round(performance.now() - started) }, 'answered')
    return true
  }

  // The framework's own listener stays what it is; it is asked second.
  app.addHook('onReady', async () => {
    const [usual] = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
    if (!usual) return
    app.server.removeListener('request', usual)
    app.server.on('request', (request, response) => void (answer(request, response) || usual.call(app.server, request, response)))
  })

  // Nobody but staff changes what pages show.
  app.addHook('onSend', async (request, reply) => {
    if (request.method !== 'GET' && reply.statusCode < 400 && isStaff(request.caller)) cache.expire()
  })

  return {
    /** A hook for the routes of kept pages: remembers how each was answered. */
    learn: async (request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<void> => {
      const kept = keptIn(reply)
      const headers = reply.getHeaders()
      const isPlain = request.method === 'GET' && request.headers.cookie === undefined && !request.url.includes('?') && reply.statusCode === 200
      if (!kept?.version || !isPlain || !Buffer.isBuffer(body) || !String(headers['cache-control']).startsWith('public')) return
      const flat = Object.entries(headers).flatMap(([name, value]) => (value === undefined || NOT_KEPT.has(name) ? [] : [name, String(value)]))
      const page = {
        kept,
        headers: [...flat, 'content-length', String(body.length), 'x-request-id', ''],
        body: body.toString('latin1'),
        etag: kept.etag,
        route: request.routeOptions.url ?? '',
      }
      learned[encodingFor(request.headers['accept-encoding'])].set(request.url, page)
    },
  }
}

function withoutBody(headers: string[]): string[] {
  const pairs: string[] = []
  for (let place = 0; place < headers.length; place += 2) {
    const name = headers[place]!
    if (!name.startsWith('content-') || name === 'content-security-policy') pairs.push(name, headers[place + 1]!)
  }
  return pairs
}
