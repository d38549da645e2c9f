import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FIRST_RUN_STEPS, type FirstRunDemo, type FirstRunResult, type FirstRunStep, type FirstRunView } from '#contract/first-run/first-run.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { FIRST_RUN_PATH } from '#contract/dashboard.ts'
import type { FormValues } from '#contract/applications/form-values.ts'
import { NOT_OPEN_YET } from '#contract/pages.ts'
import { createRole as createRoleCall } from '#contract/roles.ts'
import { readSite } from '#server/careers/pages/site.ts'
import type { Env } from '#server/env.ts'
import type { AppContext } from '#server/http/answer.ts'
import { visitor, type Caller, type StaffCaller } from '#server/http/caller.ts'
import { fieldError } from '#server/http/changes.ts'
import { asHttpError } from '#server/http/errors.ts'
import { HttpError } from '#server/http/http-error.ts'
import { HIDDEN, mountPrivatePages, sendPage, type Pages } from '#server/http/pages.ts'
import { mountUploads } from '#server/http/uploads.ts'
import { createRole } from '#server/roles/save-role.ts'
import type { Services } from '#server/services.ts'
import { readKey } from './demo/cookie.ts'
import type { Demo } from './demo/demo.ts'
import { demoPages, type DemoDoors } from './demo/pages.ts'
import { claimFirstRun, hasOwner, isLinkLive, openPageOf } from './first-run-link.ts'
import type { OpenPage } from './first-run-store.ts'
import { setOwner, confirmOwner } from './owner-step.ts'
import { ROLE_TEMPLATES } from './role-templates.ts'
import { readSteps } from './show-steps.ts'
import { saveEmployer, saveMail, sendTest, saveColor, savePicture } from './settings-steps.ts'

/** Paths that are open before setup is done, none of which candidates use. */
const OPEN_EARLY = /^\/(?:first-run|admin|interviewer|assets|brand|pictures|healthz|readyz|metrics|favicon\.|apple-touch-icon|site\.webmanifest|logo\.png)/

type LinkRequest = FastifyRequest<{ Params: { key: string } }>
type FormRequest = FastifyRequest<{ Params: { act: string } }>
type Call = { request: FastifyRequest; reply: FastifyReply }
/** Who saves a step: `staff` is the owner who reopened the page, or null in the browser that used the link. */
type FormSender = { page: OpenPage; caller: Caller; staff: StaffCaller | null; request: FastifyRequest }
type Outcome = Partial<Pick<FirstRunResult, 'done' | 'awaits' | 'code'>> & { /** Nothing was saved, so the form keeps what was typed. */ isTyped?: true }
type Act = { step: FirstRunStep; run: (services: Services, by: FormSender, typed: FormValues) => Promise<Outcome> }

/** What each form on the page does. */
const ACTS: Record<string, Act> = {
  employer: { step: 'employer', run: async (services, { caller }, typed) => ({ done: await saveEmployer(services, caller, typed) }) },
  owner: { step: 'owner', run: setOwner },
  'owner-code': { step: 'owner', run: confirmOwner },
  mail: { step: 'mail', run: async (services, { caller }, typed) => ({ done: await saveMail(services, caller, typed) }) },
  'mail-test': { step: 'mail', run: async (services, _by, typed) => ({ done: await sendTest(services, typed), isTyped: true }) },
  look: { step: 'look', run: async (services, { caller }, typed) => ({ done: await saveColor(services, caller, typed) }) },
  'look-picture': { step: 'look', run: async (services, { caller, request }) => ({ done: await savePicture(services, caller, request) }) },
  role: { step: 'role', run: draftRole },
}

/** Until everything required is set (`FIRST_RUN`), only staff pages, health checks and the first run itself are served. */
export function closeUntilSetUp(app: FastifyInstance, env: Env): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (env.isSetUp || isOpenEarly(request)) return done()
    done(new HttpError(503, NOT_OPEN_YET, { retryAfterSeconds: 600 }))
  })
}

function isOpenEarly({ routeOptions, url }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config as { endpoint?: Endpoint }
  if (!endpoint) return OPEN_EARLY.test(routeOptions.url ?? url)
  return ['admin', 'interviewer', 'staff'].includes(endpoint.who) || endpoint.path.startsWith('/api/auth/')
}

/** The pages for setting up an installation, with plain forms. They're never cached or indexed. */
export async function firstRunPages(context: AppContext, pages: Pages, demo: Demo): Promise<void> {
  const { services } = context
  const send = async (reply: FastifyReply, view: FirstRunView, status = 200) => sendPage(reply, await pages.render(view, await readSite(services)), status)
  const sendClosed = async (reply: FastifyReply) => send(reply, { page: 'first-run', state: 'closed' }, (await hasOwner(services)) ? 404 : 403)
  const sendSteps: Doors['sendSteps'] = async ({ request, reply, page }, { status = 200, refusal = null, ...shown } = {}) =>
    send(reply, await readSteps(services, { page, step: null, result: null, hasRecords: false, demo: demoFor(demo, request, refusal), ...shown }), status)
  const doors: Doors = { services, demo, send, sendClosed, sendSteps, openPageOf: async (request) => openPageOf(services, request) }
  await mountPrivatePages(context.app, (scope) => {
    linkPages(scope, doors)
    stepPages(scope, doors)
    demoPages(scope, doors)
  })
}

type Doors = DemoDoors & { services: Services }

function demoFor(demo: Demo, request: FastifyRequest, refusal: string | null): FirstRunDemo {
  const isOpen = demo.stateFor(readKey(request)) !== 'none'
  return { state: isOpen ? 'open' : demo.isRunning() ? 'elsewhere' : 'none', refusal }
}

/** Log scanners open links, so the link is used up only by the button on its page. */
function linkPages(scope: FastifyInstance, { services, send, sendClosed }: Doors): void {
  scope.get(`${FIRST_RUN_PATH}/link/:key`, HIDDEN, async ({ params }: LinkRequest, reply) =>
    (await isLinkLive(services, params.key)) ? send(reply, { page: 'first-run', state: 'link' }) : sendClosed(reply),
  )
  scope.post(`${FIRST_RUN_PATH}/link/:key`, HIDDEN, async (request: LinkRequest, reply) =>
    (await claimFirstRun(services, request.params.key, { caller: visitor(request), reply })) ? reply.redirect(FIRST_RUN_PATH, 303) : sendClosed(reply),
  )
}

function stepPages(scope: FastifyInstance, { services, sendClosed, sendSteps, openPageOf }: Doors): void {
  scope.get(FIRST_RUN_PATH, HIDDEN, async (request, reply) => {
    const page = await openPageOf(request)
    return page ? sendSteps({ request, reply, page }) : sendClosed(reply)
  })
  scope.get(`${FIRST_RUN_PATH}/:act`, HIDDEN, async (request: FormRequest, reply) => {
    const { act } = request.params
    const page = await openPageOf(request)
    if (!page) return sendClosed(reply)
    const step = FIRST_RUN_STEPS.find((one) => one === act)
    // Another form of a step was submitted to this address, which the browser may reload.
    if (!step) return reply.redirect([FIRST_RUN_PATH, actNamed(act)?.step].filter(Boolean).join('/'), 303)
    const hasRecords = step === 'mail' && (request.query as { records?: string }).records !== undefined
    return sendSteps({ request, reply, page }, { step, hasRecords })
  })
  const save = async (request: FormRequest, reply: FastifyReply) => {
    const page = await openPageOf(request)
    const act = actNamed(request.params.act)
    if (!page) return sendClosed(reply)
    if (!act) return reply.callNotFound()
    const { result, status } = await outcomeOf(services, act, { page, request, reply })
    return sendSteps({ request, reply, page }, { step: act.step, result, status })
  }
  scope.post(`${FIRST_RUN_PATH}/:act`, HIDDEN, save)
  mountUploads(scope, (uploads) => uploads.post(`${FIRST_RUN_PATH}/:act(^look-picture$)`, HIDDEN, save))
}

const actNamed = (name: string) => (Object.hasOwn(ACTS, name) ? ACTS[name] : undefined)

const emptyResult = (step: FirstRunStep): FirstRunResult => ({ step, done: null, refusal: null, faults: [], typed: {} })

/** A rejected form is shown again with everything typed into it. */
async function outcomeOf(
  services: Services,
  { step, run }: Act,
  { page, request }: Call & { page: OpenPage },
): Promise<{ result: FirstRunResult; status: number }> {
  const formFields: FormValues = request.body instanceof URLSearchParams ? Object.fromEntries(request.body) : {}
  const caller = callerOf(page, request)
  try {
    const { isTyped, ...outcome } = await run(
      services,
      { page, caller, staff: page.staff_account_id === null ? null : (caller as StaffCaller), request },
      formFields,
    )
    return { result: { ...emptyResult(step), ...outcome, typed: isTyped ? formFields : {} }, status: 200 }
  } catch (error) {
    const { status, message, errors = [] } = asHttpError(error as Parameters<typeof asHttpError>[0])
    if (status >= 500) request.log.error({ err: { type: (error as Error).name } }, 'fault')
    const awaits = formFields['code'] !== undefined && formFields['email'] ? { awaits: formFields['email'] } : {}
    return { result: { ...emptyResult(step), refusal: message, faults: errors, typed: formFields, ...awaits }, status }
  }
}

function callerOf({ staff_account_id, email }: OpenPage, request: FastifyRequest): Caller {
  const caller = visitor(request)
  return staff_account_id === null ? caller : { ...caller, roles: ['admin'], staff_account_id, email }
}

/** Creates a draft role from a template. Throws 422 without a hiring lead. */
async function draftRole(services: Services, { staff }: FormSender, typed: FormValues): Promise<Outcome> {
  const template = Object.hasOwn(ROLE_TEMPLATES, typed['template'] ?? '') ? ROLE_TEMPLATES[typed['template']!] : undefined
  if (!template) throw fieldError(422, 'template', 'Choose a template')
  const { hiring_lead_name = '', hiring_lead_email = '' } = typed
  const parsedRole = createRoleCall.body.safeParse({ ...template, hiring_lead_name, hiring_lead_email: hiring_lead_email.trim(), state: 'draft' })
  if (!parsedRole.success) {
    const errors = parsedRole.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    throw new HttpError(422, errors[0]!.message, { errors })
  }
  const { function_role_name } = await createRole(services, staff, parsedRole.data)
  return { done: `${function_role_name} is a draft now. Sign in to edit and publish it.` }
}
