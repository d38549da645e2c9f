import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#server/db/connect.ts'
import { onStatement } from '#server/db/statement-events.ts'

const WATCHED = new Set(['/healthz', '/readyz', '/metrics'])
const propagator = new W3CTraceContextPropagator()

/**
 * Creates one span per request, named after its route's template, without URL, query, headers or body. The request's log lines include the
 * `trace_id`. Only a proxy can set the parent trace, because a stranger could use it to control what's sampled.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer, { hasProxy }: { hasProxy: boolean }): void {
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    if (WATCHED.has(route)) return done()
    const before = hasProxy ? propagator.extract(ROOT_CONTEXT, request.headers, headersOf) : ROOT_CONTEXT
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'rounds.request_id': request.id }
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, before)
    request.log = request.log.child({ trace_id: span.spanContext().traceId })
    reply.raw.once('close', () => {
      if (reply.raw.headersSent) span.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500 || !reply.raw.writableFinished) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    context.with(trace.setSpan(before, span), done)
  })
}

const headersOf = {
  get: (headers: FastifyRequest['headers'], name: string) => headers[name],
  keys: (headers: FastifyRequest['headers']) => Object.keys(headers),
}

/** Creates a span per statement under its request's span; nightly jobs don't create any. */
export function traceStatements({ pool }: Pick<Database, 'pool'>, tracer: Tracer): void {
  onStatement(pool, ({ operation, seconds, failed }) => {
    if (!trace.getActiveSpan()) return
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation }
    const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes, startTime: Date.now() - seconds * 1000 })
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })
}
