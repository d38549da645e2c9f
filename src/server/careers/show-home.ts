import type { FastifyReply, FastifyRequest } from 'fastify'
import { PassThrough, pipeline, type Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { isFiltered, NO_FILTERS, readFilters } from '#contract/openings.ts'
import { LATE_PAGE, type AppliedRole, type HomeView } from '#contract/pages.ts'
import { packPage } from '#server/http/cache/compress.ts'
import { encodingFor } from '#server/http/cache/encoding.ts'
import { sendCached, type CachedPage } from '#server/http/cache/page-cache.ts'
import { sendPage } from '#server/http/pages.ts'
import type { Services } from '#server/services.ts'
import type { CareersPages } from './pages/careers-pages.ts'
import { takeFlash } from './flash.ts'

/** How long to wait for the openings before sending skeletons in their place. */
const TIMEOUT_MS = 50

/** Isn't async, so a cached page is sent without awaiting anything. */
export function showHome(services: Services, pages: CareersPages, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined {
  const flash = takeFlash(request, reply, services)
  if (flash?.kind === 'applied') return showConfirmation(pages, reply, flash)

  const search = searchOf(request)
  if (isFiltered(search.filters) || search.part > 1) return showSearch(pages, reply, search)
  const page = pages.home()
  if (page instanceof Promise) return showWhenReady(pages, { request, reply }, page)
  sendCached(request, reply, page)
  return undefined
}

type Params = { request: FastifyRequest; reply: FastifyReply }

async function showWhenReady(pages: CareersPages, { request, reply }: Params, whole: Promise<CachedPage>): Promise<FastifyReply> {
  const first = await Promise.race([whole.catch(() => 'failed' as const), timeout()])
  if (first === 'failed') return showFailure(pages, reply)
  return first === 'late' ? streamHome(pages, { request, reply }, whole) : sendCached(request, reply, first)
}

/** Returns the search and filters in the URL. */
function searchOf(request: FastifyRequest): Pick<HomeView, 'filters' | 'part'> {
  if (!request.url.includes('?')) return { filters: NO_FILTERS, part: 1 }
  const query = new URLSearchParams(request.url.split('?')[1] ?? '')
  const part = /^[1-9]\d{0,3}$/.exec(query.get('part') ?? '')
  return { filters: readFilters(query), part: Number(part?.[0] ?? 1) }
}

/** Each search is a separate page, with too many variations to cache on the server. The browser may cache them for going back. */
async function showSearch(pages: CareersPages, reply: FastifyReply, search: Pick<HomeView, 'filters' | 'part'>) {
  const roles = await pages.listOpenRoles().catch(() => 'failed' as const)
  if (roles === 'failed') return showFailure(pages, reply)
  return sendPage(reply.header('cache-control', 'no-cache'), await pages.render({ page: 'home', roles, ...search, applied: null }))
}

/** Returns the same openings without the surrounding page, for the page's script; people who open the URL get the page. */
export async function showOpenings(pages: CareersPages, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (request.headers.accept?.includes('text/html')) return reply.redirect(`/${request.url.slice(request.routeOptions.url!.length)}#openings`)
  const roles = await pages.listOpenRoles()
  const html = await pages.renderOpenings({ page: 'home', roles, ...searchOf(request), applied: null })
  reply.header('cache-control', 'no-cache').header('x-robots-tag', 'noindex').type('text/html; charset=utf-8')
  return reply.send(await packPage(reply, html))
}

async function showConfirmation(pages: CareersPages, reply: FastifyReply, applied: AppliedRole) {
  const roles = await pages.listOpenRoles().catch(() => 'failed' as const)
  const page = await pages.render({ page: 'home', roles, filters: NO_FILTERS, part: 1, applied })
  return sendPage(reply.header('cache-control', 'no-store'), page, roles === 'failed' ? 503 : 200)
}

async function showFailure(pages: CareersPages, reply: FastifyReply) {
  const page = await pages.render({ page: 'home', roles: 'failed', filters: NO_FILTERS, part: 1, applied: null })
  return sendPage(reply.header('retry-after', 5).header('cache-control', 'no-store'), page, 503)
}

/** Sends everything but the openings immediately, with skeletons; the openings, or the error message, follow when they're ready. */
async function streamHome(pages: CareersPages, { request, reply }: Params, whole: Promise<unknown>) {
  const { html, styles } = await pages.render({ page: 'home', roles: 'pending', filters: NO_FILTERS, part: 1, applied: null })
  const [before, after] = html.split(LATE_PAGE) as [string, string]
  const stream = new PassThrough()
  const body = compressed(stream, request, reply)
  stream.write(before)
  void whole
    .then(
      () => pages.listOpenRoles(),
      () => 'failed' as const,
    )
    .catch(() => 'failed' as const)
    .then((roles) => pages.renderOpenings({ page: 'home', roles, filters: NO_FILTERS, part: 1, applied: null }))
    .then(
      (late) => stream.end(late + after),
      () => stream.end(after),
    )
  return sendPage(reply.header('cache-control', 'no-store').header('vary', 'accept-encoding'), { html: body, styles })
}

/** Flushes after each write, so the skeletons don't wait in the compressor for the openings. */
function compressed(stream: PassThrough, request: FastifyRequest, reply: FastifyReply): Readable {
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === 'identity') return stream
  reply.header('content-encoding', encoding)
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
      : createGzip({ flush: constants.Z_SYNC_FLUSH })
  return pipeline(stream, compressor, () => {})
}

function timeout(): Promise<'late'> {
  return new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS, 'late'))
}
