import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Bindings, ChildLoggerOptions } from 'pino'
import { isFromCache } from '#server/http/cache/page-cache.ts'

const UNLOGGED = new Set(['/healthz', '/readyz', '/metrics'])
const LOG_EVERY_MS = 10_000

type RequestCount = { method: string; route: string; status: number; count: number; slowest_ms: number }

/** Logs one line per response, with the route's template and none of its values; cached pages are counted and logged every ten seconds. */
export function logRequests(app: FastifyInstance): void {
  const hits = new Map<string, RequestCount>()
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const { url: route = 'unknown' } = request.routeOptions
    const [status, ms] = [reply.statusCode, Math.round(reply.elapsedTime)]
    if (isFromCache(reply)) countHit(hits, { method, route, status, count: 1, slowest_ms: ms })
    else if (!UNLOGGED.has(route)) request.log.info({ method, route, status, ms, actor: request.caller?.staff_account_id ?? undefined }, 'answered')
    done()
  })
  const logHits = () => {
    for (const one of hits.values()) app.log.info(one, 'answered from the cache')
    hits.clear()
  }
  const timer = setInterval(logHits, LOG_EVERY_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    logHits()
  })
}

function countHit(hits: Map<string, RequestCount>, hit: RequestCount): void {
  const key = `${hit.method} ${hit.route} ${hit.status}`
  const known = hits.get(key)
  if (!known) return void hits.set(key, hit)
  known.count++
  known.slowest_ms = Math.max(known.slowest_ms, hit.slowest_ms)
}

type LazyLogger = { logger: FastifyBaseLogger; bindings: Bindings; options: ChildLoggerOptions; made?: FastifyBaseLogger }

/** Creates a request's logger on first use: most requests never log, and creating one takes a tenth as long as serving a cached page. */
export function lazyChild(logger: FastifyBaseLogger, bindings: Bindings, options: ChildLoggerOptions): FastifyBaseLogger {
  const unmade = Object.create(LAZY) as LazyLogger
  unmade.logger = logger
  unmade.bindings = bindings
  unmade.options = options
  return unmade as unknown as FastifyBaseLogger
}

const METHODS = ['info', 'error', 'debug', 'fatal', 'warn', 'trace', 'silent', 'child'] as const
const LAZY = Object.fromEntries(
  METHODS.map((name) => [
    name,
    function log(this: LazyLogger, ...words: [object]) {
      this.made ??= this.logger.child(this.bindings, this.options)
      return this.made[name](...words)
    },
  ]),
)
