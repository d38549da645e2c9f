import type { FastifyInstance } from 'fastify'
import { serve } from '#server/http/cache/page-cache.ts'
import type { Services } from '#server/services.ts'
import type { CareersPages } from './pages/careers-pages.ts'

const HIDDEN = { schema: { hide: true } }
const HALF_A_YEAR = 180 * 24 * 60 * 60 * 1000

/** For search engines, feed readers and people looking for where to report a vulnerability. */
export function feedRoutes(app: FastifyInstance, { env }: Services, pages: CareersPages): void {
  app.get('/sitemap.xml', HIDDEN, (request, reply) => serve(request, reply, pages.sitemap()))
  app.get('/jobs.rss', HIDDEN, (request, reply) => serve(request, reply, pages.rss()))
  app.get('/jobs.xml', HIDDEN, (request, reply) => serve(request, reply, pages.jobs()))
  app.get('/robots.txt', HIDDEN, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(env.BASE_URL)))
  app.get('/.well-known/security.txt', HIDDEN, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(security(env)))
  app.get('/speculation-rules.json', HIDDEN, async (_request, reply) =>
    reply.type('application/speculationrules+json').header('cache-control', 'public, max-age=3600').send(SPECULATION),
  )
}

function robots(base_url: string): string {
  return ['User-agent: *', 'Disallow: /admin', 'Disallow: /interviewer', 'Disallow: /api', '', `Sitemap: ${base_url}/sitemap.xml`, ''].join('\n')
}

function security({ BASE_URL, COMPANY_DOMAIN }: Services['env']): string {
  const expires = new Date(Date.now() + HALF_A_YEAR).toISOString()
  return [
    `Contact: mailto:security@${COMPANY_DOMAIN}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${BASE_URL}/.well-known/security.txt`,
    '',
  ].join('\n')
}

/** Role pages are prefetched while the pointer is over their link. */
const SPECULATION = JSON.stringify({
  prefetch: [{ where: { and: [{ href_matches: '/roles/*' }, { not: { href_matches: ['/roles/*/apply', '/roles/*/resume'] } }] }, eagerness: 'moderate' }],
})
