import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { applyAtOnce as applyAtOnceCall } from '#contract/applications/applications.ts'
import { listOpenRoles } from '#contract/roles.ts'
import { applyAtOnce } from '#server/applications/submit-answers.ts'
import { applicationCookies, setApplicationCookie } from '#server/applications/cookie.ts'
import { draftHashes } from '#server/applications/drafts/draft-cookie.ts'
import { answer, FORM, type AppContext } from '#server/http/answer.ts'
import { isStaff } from '#server/http/caller.ts'
import { asHttpError } from '#server/http/errors.ts'
import { sendCached, serve } from '#server/http/cache/page-cache.ts'
import { HIDDEN, openPages, sendPage, type Pages } from '#server/http/pages.ts'
import { HttpError } from '#server/http/http-error.ts'
import { mountUploads } from '#server/http/uploads.ts'
import { applyByForm, returnToForm, type KeepLicenses } from './apply-by-form.ts'
import { openCareersPages, type CareersPages } from './pages/careers-pages.ts'
import { correctByForm, showEmailCorrection, continueAs, startOver, finish, showResumeStep, uploadByForm } from './own-application.ts'
import { draftByForm } from './draft-by-form.ts'
import { showForm, showPreview, readVia } from './show-form.ts'
import { showHome, showOpenings } from './show-home.ts'
import type { Services } from '#server/services.ts'

/** Mounts the public site; returns the built pages for the staff pages to share. */
export async function careersRoutes(context: AppContext, keepLicenses: KeepLicenses): Promise<Pages> {
  const { app, services } = context
  const hotReload = process.env['ROUNDS_DEV'] === '1'
  const built = await openPages(app, { hotReload })
  const pages = openCareersPages(services, { pages: built, hotReload })
  refreshAfterChanges(app, pages.cache)
  await app.register(async (scope) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, new URLSearchParams(body as string)))
    scope.setErrorHandler((cause: FastifyError, request, reply) => showError(pages, cause, request, reply))
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header('speculation-rules', '"/speculation-rules.json"')
      done()
    })
    pageRoutes(scope, context, pages)
    formRoutes({ ...context, app: scope }, pages, keepLicenses)
    feedRoutes(scope, services, pages)
  })
  answer(context, listOpenRoles, async ({ request, reply }) => sendCached(request, reply, await pages.openings()))
  return built
}

/** A change made through this process appears in its next response, because the cache is refreshed before the change is confirmed. */
function refreshAfterChanges(app: FastifyInstance, cache: CareersPages['cache']): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.method !== 'GET' && reply.statusCode < 400 && isStaff(request.caller)) cache.expire()
    done()
  })
}

function pageRoutes(app: FastifyInstance, { services }: AppContext, pages: CareersPages): void {
  app.get('/', HIDDEN, (request, reply) => showHome(services, pages, request, reply))
  app.get('/openings', HIDDEN, (request, reply) => showOpenings(pages, request, reply))
  app.get('/how-we-hire', HIDDEN, (request, reply) => serve(request, reply, pages.howWeHire()))
  app.get('/roles/', HIDDEN, (_request, reply) => reply.redirect('/'))
  app.get('/roles/:id', HIDDEN, (request, reply) => {
    const via = readVia(request)
    const id = idOf(request)
    return serve(request, reply, via === null ? pages.role(id, null) : pages.viaOf(id, via).then((known) => pages.role(id, known)))
  })
  app.get('/roles/:id/preview/:key', HIDDEN, (request, reply) => showPreview(services, pages, { id: idOf(request), request, reply }))
  app.get('/roles/:id/apply', HIDDEN, (request, reply) => showForm(services, pages, { id: idOf(request), request, reply }))
  app.get('/roles/:id/resume', HIDDEN, (request, reply) => showResumeStep(services, pages, { id: idOf(request), request, reply }))
  app.get('/roles/:id/email', HIDDEN, (request, reply) => showEmailCorrection(services, pages, { id: idOf(request), request, reply }))
  const picture = (request: FastifyRequest, reply: FastifyReply, kept: ReturnType<CareersPages['shareImage']>) => {
    reply.header('cross-origin-resource-policy', 'cross-origin')
    return serve(request, reply, kept, 'public, max-age=300')
  }
  app.get('/share.png', HIDDEN, (request, reply) => picture(request, reply, pages.homeShareImage()))
  app.get('/roles/:id/og.png', HIDDEN, (request, reply) => picture(request, reply, pages.shareImage(idOf(request))))
}

function formRoutes(context: AppContext, pages: CareersPages, keepLicenses: KeepLicenses): void {
  const { app, services } = context
  void app.register(async (scope) => applyRoute({ ...context, app: scope }, pages, keepLicenses))
  app.post('/roles/:id/form', HIDDEN, (request, reply) => returnToForm(services, pages, { id: idOf(request), request, reply }))
  app.get('/roles/:id/form', HIDDEN, async (request, reply) => reply.redirect(`/roles/${idOf(request)}/apply`, 303))
  app.post('/roles/:id/draft', HIDDEN, (request, reply) => draftByForm(services, pages, { id: idOf(request), request, reply }))
  app.post('/roles/:id/email', HIDDEN, (request, reply) => correctByForm(services, pages, { id: idOf(request), request, reply }))
  app.post('/roles/:id/continue', HIDDEN, async (request, reply) => continueAs(services, { id: idOf(request), request, reply }))
  app.post('/roles/:id/start-over', HIDDEN, async (request, reply) => startOver(services, { id: idOf(request), request, reply }))
  mountUploads(app, (scope) =>
    scope.post('/roles/:id/resume', { ...HIDDEN, config: { counted: 'resumes_uploaded' } }, (request, reply) =>
      uploadByForm(services, pages, { id: idOf(request), request, reply }),
    ),
  )
  app.post('/roles/:id/finish', HIDDEN, (request, reply) => finish(services, pages, { id: idOf(request), request, reply }))
}

/** One path serves both the form and JSON: forms are handled separately, before the JSON contract is applied. */
function applyRoute(context: AppContext, pages: CareersPages, keepLicenses: KeepLicenses): void {
  const { app, services } = context
  app.addHook('preValidation', async (request, reply) => {
    if (isForm(request)) return applyByForm(services, pages, { id: idOf(request), request, reply, keepLicenses })
  })
  answer(context, applyAtOnceCall, async ({ input, caller, request, reply }) => {
    const { id, answers, device_info = '', via } = input
    const { user_session_id, cookie } = await applyAtOnce(services, {
      ref_function_role_id: id,
      answers,
      device_info,
      via,
      drafts: draftHashes(request),
      cookies: applicationCookies(request),
      ip: caller.ip,
    })
    setApplicationCookie(reply, services, { ref_function_role_id: id, cookie })
    return { user_session_id }
  })
}

function isForm(request: FastifyRequest): boolean {
  return String(request.headers['content-type'] ?? '').startsWith(FORM)
}

/** Returns 0 for an invalid ID; no role has it. */
function idOf(request: FastifyRequest): number {
  const { id } = request.params as { id: string }
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647 ? Number(id) : 0
}

/** People get a page; programs get the usual JSON. */
async function showError(pages: CareersPages, cause: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply) {
  const error = asHttpError(cause)
  const isJson = /json/.test(String(request.headers['content-type'] ?? ''))
  if (isJson || request.url.endsWith('.png')) throw cause
  if (error.status >= 500)
    request.log.error({ err: { type: cause.name, message: error.message, stack: error.status === 500 ? cause.stack : undefined } }, 'fault')
  if (error.status === 404) {
    const isRolePage = request.routeOptions.url?.startsWith('/roles/:id') ?? false
    const shown = isRolePage && request.method === 'GET' ? await pages.shownRole(idOf(request)).catch(() => null) : null
    if (shown?.state === 'paused') return reply.header('cache-control', 'no-store').redirect(`/roles/${idOf(request)}`, 303)
    const closed = isRolePage ? await pages.closedRole(idOf(request)) : null
    return sendCached(request, reply, closed ?? (await pages.roleNotFound()), 'no-store')
  }
  const isRole = request.url.startsWith('/roles/') && error.status >= 500
  const message = isRole ? 'Failed to load role details. Please try again later.' : error.message
  if (error.status === 503) reply.header('retry-after', error.retryAfterSeconds ?? 5)
  const page = await pages.render({ page: 'failed', status: error.status, message, retry_path: request.url.split('?')[0]!, request_id: request.id })
  return sendPage(reply.header('cache-control', 'no-store'), page, error.status)
}

const HALF_A_YEAR = 180 * 24 * 60 * 60 * 1000

/** For search engines, feed readers and people looking for where to report a vulnerability. */
function feedRoutes(app: FastifyInstance, { env }: Services, pages: CareersPages): void {
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
