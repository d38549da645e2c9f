import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { Registry } from 'prom-client'
import { randomUUID } from 'node:crypto'
import { identify } from './auth/identify.ts'
import { staffPages } from './auth/pages.ts'
import { authRoutes } from './auth/routes.ts'
import { applicantsRoutes } from './applicants/routes.ts'
import { applicationsRoutes } from './applications/routes.ts'
import { MEASURED_PAGES } from '#contract/careers.ts'
import { careersRoutes } from './careers/routes.ts'
import { vitalsRoutes } from './careers/vitals.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import type { AppContext } from './http/answer.ts'
import { visitor } from './http/caller.ts'
import { docsPage } from './http/docs-page.ts'
import { answerFaults, answerUnknownCalls, asHttpError, rejectWrongMethods, sendError } from './http/faults.ts'
import { rejectForeignWrites } from './http/guard.ts'
import { allowMeasurement } from './http/measurement.ts'
import { openApi } from './http/open-api.ts'
import { interviewersRoutes } from './interviewers/routes.ts'
import { interviewsRoutes } from './interviews/routes.ts'
import { questionsRoutes } from './questions/routes.ts'
import { protectedPdfRoutes } from './protected-pdf/routes.ts'
import { redFlagsRoutes } from './red-flags/routes.ts'
import { rolesRoutes } from './roles/routes.ts'
import { statusesRoutes } from './statuses/routes.ts'
import { healthRoutes } from './http/health.ts'
import { metricsRoutes } from './http/metrics.ts'
import { limitReports, shedLoad } from './http/overload.ts'
import { devMailRoutes } from './mail/dev-mailbox.ts'
import type { Outbox, Services } from './services.ts'
import type { Tracing } from './tracing/open-tracing.ts'
import { templatesRoutes } from './templates/routes.ts'

const MB = 1024 * 1024

/** The whole product on one Fastify app, ready to listen or to be asked in-process. */
export async function openApp(services: Services & { outbox: Outbox; tracing?: Tracing | null }): Promise<FastifyInstance> {
  const app = bareApp(services)
  const context: AppContext = { app, services, endpoints: [], metrics: new Registry() }

  answerFaults(app)
  services.tracing?.watch(app, services)
  await app.register(cookie)
  await app.register(helmet, headersFor(services))
  await app.register(multipart)
  await app.register(swagger, openApi(context))
  shedLoad(app, context.metrics)
  rejectForeignWrites(app, services.env)
  knowCallers(app, services)
  logRequests(app)
  rejectWrongMethods(context)
  limitReports(app, services.database.embedded ? 1 : 3)

  healthRoutes(app, services)
  metricsRoutes(context)
  authRoutes(context)
  rolesRoutes(context)
  questionsRoutes(context)
  interviewsRoutes(context)
  interviewersRoutes(context)
  applicationsRoutes(context)
  feedbackRoutes(context)
  redFlagsRoutes(context)
  templatesRoutes(context)
  statusesRoutes(context)
  applicantsRoutes(context)
  dashboardRoutes(context)
  devMailRoutes(context)
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  vitalsRoutes(context)
  allowMeasurement(app, services.env, MEASURED_PAGES)
  const pages = await careersRoutes(context)
  await protectedPdfRoutes(context, pages)
  docsPage(app, context.endpoints, pages)
  staffPages(app, pages, services.env)
  app.setNotFoundHandler(notFound(context))
  return app
}

/** Who asks is known before anything is answered; only calls are asked for a token, and what they answer is kept by no cache. */
function knowCallers(app: FastifyInstance, services: Services): void {
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request, reply) => {
    request.caller = visitor(request)
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()')
    if (request.url.startsWith('/api/')) {
      reply.header('cache-control', 'no-store')
      request.caller = await identify(services, request)
    }
  })
}

function bareApp({ env, log }: Services): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address, hop) => hop < env.TRUST_PROXY,
    genReqId: () => randomUUID(),
    bodyLimit: MB,
    connectionTimeout: 60_000,
    // While it stops it finishes what comes on open connections; each ends with its answer.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => sendError(reply, asHttpError(error), request),
    http: { headersTimeout: 5_000, requestTimeout: 120_000, connectionsCheckingInterval: 1_000 },
  })
  // Plain text is what another site's form can send: no call takes it.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  return app as unknown as FastifyInstance
}

function headersFor({ env }: Services) {
  const isSecure = env.BASE_URL.startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        manifestSrc: ["'self'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' as const },
    crossOriginResourcePolicy: { policy: 'same-origin' as const },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    strictTransportSecurity: isSecure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    // Nothing that is still in use reads these, and each costs every answer.
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
  }
}

/** One line for each answer: the route's template, never its values. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    if (route === '/healthz' || route === '/readyz' || route === '/metrics') return
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), actor: request.caller?.staff_account_id ?? undefined },
      'answered',
    )
  })
}

/** An unknown call is 404; any other unknown public path leads home, unknown staff paths to the staff app, which knows its own. */
function notFound({ endpoints }: AppContext) {
  const unknownCall = answerUnknownCalls(endpoints)
  return (request: Parameters<typeof unknownCall>[0], reply: Parameters<typeof unknownCall>[1]) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)(\/|$)/.test(request.url)
    return isPage ? reply.redirect('/', 302) : unknownCall(request, reply)
  }
}
