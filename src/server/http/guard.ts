import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Env } from '#server/env.ts'
import { HttpError } from './http-error.ts'

const MAX_HEADERS = 100
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects request headers that two servers could interpret differently or that no browser sends: Node itself would use the first Host and drop extra
 * headers.
 */
export function rejectAmbiguousHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { rawHeaders } = request.raw
    let hosts = 0
    for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts++
    if (hosts < 2 && rawHeaders.length <= 2 * MAX_HEADERS) return done()
    reply.header('connection', 'close')
    done(hosts > 1 ? new HttpError(400, 'Send one Host header.') : new HttpError(431, `Send at most ${MAX_HEADERS} headers.`))
  })
}

/** Rejects changes that another site's page requested, regardless of its cookies. Browsers report where a request comes from. */
export function rejectCrossOriginWrites(app: FastifyInstance, env: Env): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (READS.has(request.method) || isOwn(request, new URL(env.BASE_URL).host)) return done()
    done(new HttpError(403, 'This request came from another site.'))
  })
}

function isOwn({ headers }: FastifyRequest, own: string): boolean {
  const site = headers['sec-fetch-site']
  if (site && site !== 'same-origin' && site !== 'none') return false
  // A page that sends no referrer sends `Origin: null` with its forms; pages can't set Sec-Fetch-Site themselves.
  if (headers.origin === undefined || (headers.origin === 'null' && site === 'same-origin')) return true
  const host = URL.canParse(headers.origin) ? new URL(headers.origin).host : ''
  return host === own || host === headers.host
}
