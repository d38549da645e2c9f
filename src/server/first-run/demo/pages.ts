import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEMO_PATH, LEAVE_DEMO_PATH, type FirstRunResult, type FirstRunStep, type FirstRunView } from '#contract/first-run/first-run.ts'
import { FIRST_RUN_PATH } from '#contract/dashboard.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { OpenPage } from '../first-run-store.ts'
import { DEMO_SCRIPT, DEMO_STYLES } from './bar.ts'
import { clearDemoCookies, readKey, setKey } from './cookie.ts'
import type { Demo } from './demo.ts'

const HIDDEN = { schema: { hide: true } }
const PREPARING_EVERY_SECONDS = 3

type Call = { request: FastifyRequest; reply: FastifyReply; page: OpenPage }
type ShownStep = { step?: FirstRunStep; result?: FirstRunResult; hasRecords?: boolean; refusal?: string; status?: number }

export type DemoDoors = {
  demo: Demo
  /** Who has the first run open in this browser. */
  openPageOf: (request: FastifyRequest) => Promise<OpenPage | null>
  send: (reply: FastifyReply, view: FirstRunView, status?: number) => Promise<FastifyReply>
  sendClosed: (reply: FastifyReply) => Promise<FastifyReply>
  /** Shows a step; `refusal` is why the demo can't start. */
  sendSteps: (call: Call, shown?: ShownStep) => Promise<FastifyReply>
}

/** Starts, shows and ends the demo. The browser that has the first run open can start it; that browser and everyone in the demo can end it. */
export function demoPages(scope: FastifyInstance, { demo, openPageOf, send, sendClosed, sendSteps }: DemoDoors): void {
  scope.get(`${DEMO_PATH}.css`, HIDDEN, async (_request, reply) => reply.type('text/css; charset=utf-8').send(DEMO_STYLES))
  scope.get(`${DEMO_PATH}.js`, HIDDEN, async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(DEMO_SCRIPT))
  scope.post(DEMO_PATH, HIDDEN, async (request, reply) => {
    const page = await openPageOf(request)
    if (!page) return sendClosed(reply)
    try {
      if (demo.stateFor(readKey(request)) === 'none') setKey(reply, await demo.start(originOf(request)))
    } catch (refusal) {
      if (refusal instanceof HttpError) return sendSteps({ request, reply, page }, { refusal: refusal.message, status: refusal.status })
      throw refusal
    }
    return reply.redirect(DEMO_PATH, 303)
  })
  scope.get(DEMO_PATH, HIDDEN, async (request, reply) => {
    await demo.tidy()
    const state = demo.stateFor(readKey(request))
    if (state === 'ready') return reply.redirect('/', 303)
    if (state === 'preparing') return send(reply.header('refresh', String(PREPARING_EVERY_SECONDS)), { page: 'first-run', state: 'demo-preparing' })
    clearDemoCookies(request, reply)
    return send(reply, { page: 'first-run', state: 'demo-ended', reason: demo.whyEnded() })
  })
  scope.post(LEAVE_DEMO_PATH, HIDDEN, async (request, reply) => {
    if (demo.stateFor(readKey(request)) !== 'none' || (await openPageOf(request))) await demo.end()
    clearDemoCookies(request, reply)
    return reply.redirect(FIRST_RUN_PATH, 303)
  })
}

/** Returns the origin that the browser sees, even behind a proxy; it has already been compared with the Host header. */
function originOf({ headers, protocol, host }: FastifyRequest): string {
  const { origin = '' } = headers
  return URL.canParse(origin) ? new URL(origin).origin : `${protocol}://${host}`
}
