import type { FastifyReply, FastifyRequest } from 'fastify'
import { PassThrough } from 'node:stream'
import { LATE } from '#contract/pages.ts'
import { sendKept } from '#server/http/page-cache.ts'
import type { Services } from '#server/services.ts'
import type { CareersPages } from './careers-pages.ts'
import { takeFlash } from './flash.ts'

/** How long a visitor waits for the openings before skeletons stand in their place. */
const PATIENCE_MS = 50
const HTML = 'text/html; charset=utf-8'

export async function showHome(services: Services, pages: CareersPages, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const flash = takeFlash(request, reply, services)
  if (flash?.kind === 'applied') return showArrival(pages, reply, flash)

  const page = pages.home()
  if (!(page instanceof Promise)) return sendKept(request, reply, page)
  const whole = page
  const first = await Promise.race([whole.catch(() => 'failed' as const), patience()])
  if (first === 'failed') return showFailure(pages, reply)
  return first === 'late' ? streamHome(pages, reply, whole) : sendKept(request, reply, first)
}

async function showArrival(pages: CareersPages, reply: FastifyReply, applied: { ref_function_role_id: number; function_role_name: string }) {
  const roles = await pages.listOpenRoles().catch(() => 'failed' as const)
  const status = roles === 'failed' ? 503 : 200
  return reply
    .code(status)
    .type(HTML)
    .header('cache-control', 'no-store')
    .send(await pages.render({ page: 'home', roles, applied }))
}

async function showFailure(pages: CareersPages, reply: FastifyReply) {
  const html = await pages.render({ page: 'home', roles: 'failed', applied: null })
  return reply.code(503).type(HTML).header('retry-after', 5).header('cache-control', 'no-store').send(html)
}

/** Everything but the openings at once, with skeletons; the openings, or the error line, when they are there. */
async function streamHome(pages: CareersPages, reply: FastifyReply, whole: Promise<unknown>) {
  const shell = await pages.render({ page: 'home', roles: 'pending', applied: null })
  const [before, after] = shell.split(LATE) as [string, string]
  const stream = new PassThrough()
  stream.write(before)
  void whole
    .then(
      () => pages.listOpenRoles(),
      () => 'failed' as const,
    )
    .catch(() => 'failed' as const)
    .then((roles) => pages.renderLate({ page: 'home', roles, applied: null }))
    .then(
      (late) => stream.end(late + after),
      () => stream.end(after),
    )
  return reply.type(HTML).header('cache-control', 'no-store').send(stream)
}

function patience(): Promise<'late'> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, 'late'))
}
