import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Env } from '#server/env.ts'

const TWO_YEARS = 63_072_000
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "manifest-src 'self'",
].join(';')

/**
 * Returns the security headers, which are the same on every response. Built once, because building them per request takes a third as long as serving
 * a page.
 */
export function securityHeaders({ BASE_URL }: Pick<Env, 'BASE_URL'>, violationsTo: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `${POLICY};report-uri ${violationsTo}`,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...hsts({ BASE_URL }),
  }
}

/** Empty without https. */
function hsts({ BASE_URL }: Pick<Env, 'BASE_URL'>): Record<string, string> {
  return BASE_URL.startsWith('https:') ? { 'strict-transport-security': `max-age=${TWO_YEARS}; includeSubDomains` } : {}
}

/** Runs before anything else so every response has these headers, no matter what sends it. */
export function sendHeaders(app: FastifyInstance, always: Readonly<Record<string, string>>, env: Pick<Env, 'BASE_URL'>): void {
  const headers = Object.entries(always)
  app.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of headers) reply.header(name, value)
    // BASE_URL may have been set since startup.
    if (env.BASE_URL.startsWith('https:')) reply.headers(hsts(env))
    reply.header('x-request-id', request.id)
    done()
  })
}

/** Allows a page's inline styles, by their hash, and no others. */
export function allowStyles(reply: FastifyReply, hash: string): void {
  reply.header('content-security-policy', policyWith(String(reply.getHeader('content-security-policy')), hash))
}

/** Built once per policy and hash: most pages share their styles. */
function policyWith(policy: string, hash: string): string {
  if (latest.policy === policy && latest.hash === hash) return latest.wider
  latest = { policy, hash, wider: policy.replace("style-src 'self'", `style-src 'self' '${hash}'`) }
  return latest.wider
}

let latest = { policy: '', hash: '', wider: '' }
