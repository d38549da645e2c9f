import type { FastifyInstance } from 'fastify'
import type { Env } from '#server/env.ts'

const TAG = 'https://www.googletagmanager.com'
const COLLECT = 'https://*.google-analytics.com https://*.analytics.google.com'

/** Allows the analytics tag, if it's configured, only on pages that may be measured. */
export function allowMeasurement(app: FastifyInstance, env: Env, pages: readonly string[]): void {
  if (!env.ANALYTICS_MEASUREMENT_ID) return
  app.addHook('onSend', async (request, reply, payload) => {
    const policy = reply.getHeader('content-security-policy')
    if (typeof policy !== 'string' || !pages.includes(request.routeOptions.url ?? '')) return payload
    const wider = policy
      .replace("script-src 'self'", `script-src 'self' ${TAG}`)
      .replace("connect-src 'self'", `connect-src 'self' ${TAG} ${COLLECT}`)
      .replace("img-src 'self'", `img-src 'self' ${TAG} ${COLLECT}`)
    reply.header('content-security-policy', wider)
    return payload
  })
}
