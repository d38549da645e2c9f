import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { Registry } from 'prom-client'
import { randomUUID } from 'node:crypto'
import { callbackify } from 'node:util'
import { moveUndo } from './applicants/decide/move-store.ts'
import { settleCandidateEmail } from './applicants/emails/settle-candidate-email.ts'
import { identify } from './auth/identify.ts'
import { staffPages } from './auth/pages.ts'
import { auditRoutes } from './audit-trail/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { applicantsRoutes } from './applicants/routes.ts'
import { applicationsRoutes } from './applications/routes.ts'
import { MEASURED_PAGES, reportCspViolation } from '#contract/careers.ts'
import { brandRoutes } from './brand/routes.ts'
import { ownPages } from './candidate/pages.ts'
import { candidateRoutes } from './candidate/routes.ts'
import { mayStillSuggest } from './candidate/suggestions/suggest-role.ts'
import { cspReportRoutes } from './careers/csp-reports.ts'
import { careersRoutes } from './careers/routes.ts'
import { openDemo, type Demo } from './first-run/demo/demo.ts'
import { proxyDemo } from './first-run/demo/proxy.ts'
import { closeUntilSetUp, firstRunPages } from './first-run/pages.ts'
import { firstRunRoutes } from './first-run/routes.ts'
import { vitalsRoutes } from './careers/vitals.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { figuresRoutes } from './figures/routes.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import type { AppContext } from './http/answer.ts'
import { visitor } from './http/caller.ts'
import { compressAnswers } from './http/cache/compress.ts'
import { docsPage } from './http/docs/docs-page.ts'
import { handleErrors, handleUnreadable, handleUnknownRoutes, asHttpError, rejectWrongMethods, sendError } from './http/errors.ts'
import { rejectCrossOriginWrites, rejectAmbiguousHeaders } from './http/guard.ts'
import { securityHeaders, sendHeaders } from './http/headers.ts'
import { openUploadSlots } from './http/upload-slots.ts'
import { allowMeasurement } from './http/watch/measurement.ts'
import { licensePages } from './licenses/pages.ts'
import { keepLicenses } from './licenses/save-licenses.ts'
import { licensesRoutes } from './licenses/routes.ts'
import { openApi } from './http/docs/open-api.ts'
import { interviewersRoutes } from './interviewers/routes.ts'
import { interviewsRoutes } from './interviews/routes.ts'
import { questionsRoutes } from './questions/routes.ts'
import { protectedPdfRoutes } from './protected-pdf/routes.ts'
import { packetRoutes } from './packet/routes.ts'
import { redFlagsRoutes } from './red-flags/routes.ts'
import { rolesRoutes } from './roles/routes.ts'
import { answerPages } from './scheduling/answering/answer-pages.ts'
import { timesPages } from './scheduling/times/pages.ts'
import { schedulingRoutes } from './scheduling/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { statusesRoutes } from './statuses/routes.ts'
import { healthRoutes } from './http/watch/health.ts'
import { metricsRoutes } from './http/watch/metrics.ts'
import { shedLoad } from './http/overload.ts'
import { lazyChild, logRequests } from './http/watch/request-log.ts'
import { limitReports } from './http/reports.ts'
import { devMailRoutes } from './mail/dev-mailbox.ts'
import { openOutbox } from './mail/outbox.ts'
import type { Outbox, Services } from './services.ts'
import type { Tracing } from './tracing/open-tracing.ts'
import { templatesRoutes } from './templates/routes.ts'

const MB = 1024 * 1024

/** Every domain's calls. */
const CALLS = [
  brandRoutes,
  authRoutes,
  rolesRoutes,
  staffRoutes,
  auditRoutes,
  questionsRoutes,
  interviewsRoutes,
  interviewersRoutes,
  applicationsRoutes,
  feedbackRoutes,
  redFlagsRoutes,
  packetRoutes,
  templatesRoutes,
  statusesRoutes,
  applicantsRoutes,
  candidateRoutes,
  licensesRoutes,
  schedulingRoutes,
  figuresRoutes,
  dashboardRoutes,
  firstRunRoutes,
]

/** Opens the app and the outbox, because the app counts the outbox's emails. In a trial, the outbox doesn't run, but the app still counts as ready. */
export async function openAppAndOutbox(services: Services, { tracing, isTrial }: { tracing: Tracing | null; isTrial: boolean }) {
  const outbox = openOutbox({
    ...services,
    async onSettled(tx, email, state) {
      await settleCandidateEmail(tx, email, state)
      if (state !== 'dropped') app.countEmail(email.purpose, state)
    },
    onDeferred: ({ purpose }, cause) => app.countDeferred(purpose, cause),
    isStillWanted: mayStillSuggest,
    onClockJump: moveUndo,
  })
  const app = await openApp({ ...services, outbox: isTrial ? { ...outbox, isAlive: () => true } : outbox, tracing })
  return { app, outbox }
}

/** Assembles the whole app on one Fastify instance, ready to listen or to be called in-process. */
export async function openApp(services: Services & { outbox: Outbox; tracing?: Tracing | null }): Promise<FastifyInstance> {
  const headers = securityHeaders(services.env, reportCspViolation.path)
  const app = createFastify(services, headers)
  app.decorate('uploadSlots', openUploadSlots())
  sendHeaders(app, headers, services.env)
  const context: AppContext = { app, services, endpoints: [], metrics: new Registry() }

  handleErrors(app)
  services.tracing?.watch(app, services)
  const demo = openDemo(services)
  app.addHook('onReady', demo.tidy)
  app.addHook('onClose', demo.close)
  await prepareRequests(context, demo)
  healthRoutes(app, services)
  metricsRoutes(context)
  for (const mount of CALLS) await mount(context)
  devMailRoutes(context)
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  vitalsRoutes(context)
  cspReportRoutes(context)
  allowMeasurement(app, services.env, MEASURED_PAGES)
  const pages = await careersRoutes(context, keepLicenses)
  await ownPages(context, pages)
  await licensePages(context, pages)
  await timesPages(context, pages)
  await answerPages(context, pages)
  await protectedPdfRoutes(context, pages)
  await firstRunPages(context, pages, demo)
  docsPage(app, context.endpoints, pages)
  staffPages(app, pages, services)
  app.setNotFoundHandler(notFound(context))
  return app
}

/** Registers what runs before and after each request's handler, in this order. */
async function prepareRequests(context: AppContext, demo: Demo): Promise<void> {
  const { app, services } = context
  await app.register(cookie)
  await app.register(swagger, openApi(context))
  rejectAmbiguousHeaders(app)
  proxyDemo(app, services, demo)
  shedLoad(app, context.metrics)
  rejectCrossOriginWrites(app, services.env)
  identifyCallers(app, services)
  closeUntilSetUp(app, services.env)
  logRequests(app)
  rejectWrongMethods(context)
  compressAnswers(app)
  limitReports(app, services.database.embedded ? 1 : 3)
}

/** Identifies the caller before any response is sent. Only API calls need a token, and responses to them are never cached. */
function identifyCallers(app: FastifyInstance, services: Services): void {
  app.decorateRequest('caller')
  app.addHook('onRequest', (request, reply, done) => {
    request.caller = visitor(request)
    // Uses the matched route rather than the URL, which can be spelled in other ways.
    if (!(request.routeOptions.url ?? request.url).startsWith('/api/')) return done()
    reply.header('cache-control', 'no-store')
    if (request.headers.authorization === undefined) return done()
    withIdentifiedCaller(services, request, (error, caller) => {
      if (!error) request.caller = caller
      done(error ?? undefined)
    })
  })
}

const withIdentifiedCaller = callbackify(identify)

function createFastify({ env, log }: Services, headers: ReturnType<typeof securityHeaders>): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address, hop) => hop < env.TRUST_PROXY,
    genReqId: () => randomUUID(),
    bodyLimit: MB,
    connectionTimeout: 60_000,
    // While shutting down, still responds to requests on open connections, and closes each one after its response.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    childLoggerFactory: lazyChild,
    // For URLs that can't be decoded; runs before any hook.
    frameworkErrors: (error, request, reply) => sendError(reply.headers({ ...headers, 'x-request-id': request.id }), asHttpError(error), request),
    clientErrorHandler: handleUnreadable(headers),
    // Uploading a resume over a slow connection takes minutes; a stalled connection ends after `connectionTimeout`.
    // An export's address may list 5,000 IDs of 9 digits.
    http: { maxHeaderSize: 64 * 1024, headersTimeout: 5_000, requestTimeout: 600_000, connectionsCheckingInterval: 1_000 },
  })
  // Another site's form can send plain text, so no call accepts it.
  app.removeContentTypeParser('text/plain')
  // Many clients label every POST as JSON, even without a body.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body as string, done),
  )
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  return app as unknown as FastifyInstance
}

/**
 * An unknown API call is a 404. Other unknown public paths redirect to the home page, and unknown staff paths get the staff app, which does its own routing.
 */
function notFound({ endpoints }: AppContext) {
  const unknownCall = handleUnknownRoutes(endpoints)
  return (request: Parameters<typeof unknownCall>[0], reply: Parameters<typeof unknownCall>[1]) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)(\/|$)/.test(request.url)
    return isPage ? reply.redirect('/', 302) : unknownCall(request, reply)
  }
}
