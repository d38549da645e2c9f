import { SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'
import type { Database } from '#server/db/connect.ts'
import { onStatement } from '#server/db/statement-events.ts'

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
