import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'

type Variables = Record<string, string | undefined>

export type Tracing = {
  /** Starts creating spans for the app's requests and the database's statements. */
  watch: (app: FastifyInstance, services: { database: Database; env: Pick<Env, 'TRUST_PROXY'> }) => void
  /** Sends the remaining spans. */
  close: () => Promise<void>
}

const DELAY_MS = 5_000
/** How long shutdown waits for an unavailable collector. */
const CLOSE_TIMEOUT_MS = 2_000

/**
 * Opens tracing to an OpenTelemetry collector if the standard variables set one (OTEL_EXPORTER_OTLP_ENDPOINT or …_TRACES_ENDPOINT). The official
 * exporter reads them along with headers, timeout and certificates, and sends OTLP over HTTP with protobuf. Its packages are loaded only in that
 * case.
 */
export async function openTracing(variables: Variables): Promise<Tracing | null> {
  if (!isWanted(variables)) return null
  const [{ context }, { traceRequests, traceStatements }, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('./trace-requests.ts'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const serviceResource = resources.detectResources({ detectors: [resources.envDetector, resources.serviceNameEnvDetector] })
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'rounds' }).merge(serviceResource),
    sampler: samplerOf(sdk, variables),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: Number(variables['OTEL_BSP_SCHEDULE_DELAY']) || DELAY_MS }),
    ],
  })
  const tracer = provider.getTracer('rounds')
  return {
    watch(app, { database, env }) {
      traceRequests(app, tracer, { hasProxy: env.TRUST_PROXY > 0 })
      traceStatements(database, tracer)
    },
    close: () => Promise.race([provider.shutdown().catch(() => {}), new Promise<void>((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())]),
  }
}

function isWanted(variables: Variables): boolean {
  if (variables['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || variables['OTEL_TRACES_EXPORTER'] === 'none') return false
  return Boolean(variables['OTEL_EXPORTER_OTLP_ENDPOINT'] || variables['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
}

/** Reads OTEL_TRACES_SAMPLER and its argument; by default, everything is sampled. */
function samplerOf(sdk: typeof import('@opentelemetry/sdk-trace'), variables: Variables) {
  const { OTEL_TRACES_SAMPLER: name = 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: share = '1' } = variables
  const root = name.endsWith('always_off')
    ? new sdk.AlwaysOffSampler()
    : name.endsWith('traceidratio')
      ? new sdk.TraceIdRatioBasedSampler(Number(share))
      : new sdk.AlwaysOnSampler()
  return name.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root }) : root
}
