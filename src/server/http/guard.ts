import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Env } from '#server/env.ts'
import { HttpError } from './http-error.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Browsers say where a request comes from: changes requested by another site's page are rejected, whatever cookies came along. */
export function rejectForeignWrites(app: FastifyInstance, env: Env): void {
  const own = new URL(env.BASE_URL).host
  app.addHook('onRequest', (request, _reply, done) => {
    if (READS.has(request.method) || isOwn(request, own)) return done()
    done(new HttpError(403, 'This request came from another site.'))
  })
}

function isOwn({ headers }: FastifyRequest, own: string): boolean {
  const site = headers['sec-fetch-site']
  if (site && site !== 'same-origin' && site !== 'none') return false
  if (headers.origin === undefined) return true
  const host = URL.canParse(headers.origin) ? new URL(headers.origin).host : ''
  return host === own || host === headers.host
}
