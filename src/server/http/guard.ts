import type { FastifyInstance } from 'fastify'
import type { Env } from '#server/env.ts'
import { HttpError } from './http-error.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Browsers say where a request comes from: a change asked for by another site's page is refused, whatever cookies came with it. */
export function rejectForeignWrites(app: FastifyInstance, env: Env): void {
  const own = new URL(env.BASE_URL).host
  app.addHook('onRequest', async (request) => {
    if (READS.has(request.method)) return
    const site = request.headers['sec-fetch-site']
    if (site && site !== 'same-origin' && site !== 'none') throw new HttpError(403, 'This request came from another site.')
    const origin = request.headers.origin
    if (origin === undefined) return
    const host = URL.canParse(origin) ? new URL(origin).host : ''
    if (host !== own && host !== request.headers.host) throw new HttpError(403, 'This request came from another site.')
  })
}
