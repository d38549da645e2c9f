import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, type GaugeConfiguration } from 'prom-client'
import { onStatement } from '#server/db/statement-events.ts'
import { onDamage } from '#server/files/read-intact.ts'
import { countWaitingEmails, type WaitingEmails } from '#server/mail/waiting-store.ts'
import type { AppContext } from '#server/http/answer.ts'
import { isSame } from '#server/http/keys.ts'
import { isLocal } from '#server/http/local.ts'
import { HttpError } from '#server/http/http-error.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
declare module 'fastify' {
  interface FastifyInstance {
    /** Counts an email that was sent or failed permanently. */
    countEmail: (purpose: string, state: 'sent' | 'failed') => void
    /** Counts a failed attempt to send an email that will be retried. */
    countDeferred: (purpose: string, cause: string) => void
  }
}

/** Creates a gauge whose value is read on each scrape. */
const gauge = (about: GaugeConfiguration<string>) => new Gauge(about)

/** Mounts `/metrics` for Prometheus: open to this machine, and to anyone with METRICS_TOKEN. */
export function metricsRoutes({ app, services, metrics: registry }: Pick<AppContext, 'app' | 'services' | 'metrics'>): void {
  collectDefaultMetrics({ register: registry, prefix: 'rounds_' })
  measureRequests({ app, metrics: registry })
  measureDatabase({ services, metrics: registry })
  measureOutbox({ services, metrics: registry })
  countEmails({ app, metrics: registry })
  countDamagedFiles({ services, metrics: registry })

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, services.env.METRICS_TOKEN)) throw new HttpError(403, 'Metrics are available only from this machine or with METRICS_TOKEN.')
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (token && given && isSame(given, token)) return true
  return isLocal(request)
}

function measureRequests({ app, metrics }: { app: FastifyInstance; metrics: AppContext['metrics'] }): void {
  const seconds = new Histogram({
    name: 'rounds_http_seconds',
    help: 'How long responses took, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [metrics],
  })
  const done = new Counter({ name: 'rounds_done_total', help: 'What people did, by action', labelNames: ['deed'], registers: [metrics] })
  app.addHook('onResponse', (request, reply, next) => {
    const route = request.routeOptions.url ?? 'unknown'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    const { counted: deed } = request.routeOptions.config
    if (request.method !== 'HEAD' && deed && reply.statusCode < 400) done.inc({ deed })
    next()
  })
}

type MetricSources = Pick<AppContext, 'services' | 'metrics'>

function measureDatabase({ services: { database }, metrics }: MetricSources): void {
  const { pool } = database
  const registers = [metrics]
  const seconds = new Histogram({
    name: 'rounds_database_seconds',
    help: 'How long statements took, by kind',
    labelNames: ['operation', 'failed'],
    buckets: SECONDS,
    registers,
  })
  onStatement(pool, (one) => seconds.observe({ operation: one.operation, failed: String(one.failed) }, one.seconds))
  const count = (name: string, help: string, which: 'totalCount' | 'idleCount' | 'waitingCount') =>
    gauge({
      name,
      help,
      registers,
      collect() {
        this.set(pool[which])
      },
    })
  count('rounds_pool_connections', 'Connections to the database', 'totalCount')
  count('rounds_pool_idle', 'Idle connections', 'idleCount')
  count('rounds_pool_waiting', 'Requests waiting for a connection', 'waitingCount')
}

function countEmails({ app, metrics }: Pick<AppContext, 'app' | 'metrics'>): void {
  const registers = [metrics]
  const settled = new Counter({ name: 'rounds_emails_total', help: 'Emails that this process sent or gave up on', labelNames: ['purpose', 'state'], registers })
  const deferred = new Counter({
    name: 'rounds_emails_deferred_total',
    help: 'Failed attempts that will be retried, by cause',
    labelNames: ['purpose', 'cause'],
    registers,
  })
  app.decorate('countEmail', (purpose: string, state: 'sent' | 'failed') => settled.inc({ purpose, state }))
  app.decorate('countDeferred', (purpose: string, cause: string) => deferred.inc({ purpose, cause }))
}

function countDamagedFiles({ services: { files }, metrics }: MetricSources): void {
  const found = new Counter({
    name: 'rounds_damaged_files_total',
    help: "Times a stored file was missing or didn't match its upload when it was read",
    labelNames: ['damage'],
    registers: [metrics],
  })
  for (const damage of ['missing', 'changed'] as const) found.inc({ damage }, 0)
  onDamage(files, (damage) => found.inc({ damage }))
}

function measureOutbox({ services: { database }, metrics }: MetricSources): void {
  let asked: Promise<WaitingEmails | null> | null = null
  // All metrics in a scrape are collected together, so they share one query.
  const look = () => {
    // If the database is down, leave these out instead of failing the scrape, which is needed most then.
    asked ??= countWaitingEmails(database.db)
      .catch(() => null)
      .finally(() => (asked = null))
    return asked
  }
  const measure = (name: string, help: string, which: keyof WaitingEmails) =>
    gauge({
      name,
      help,
      registers: [metrics],
      async collect() {
        this.set((await look())?.[which] ?? Number.NaN)
      },
    })
  measure('rounds_outbox_waiting', 'Emails in the queue, for all processes', 'count')
  measure('rounds_outbox_oldest_seconds', 'How long ago the oldest email in the queue was first due', 'oldest_seconds')
  measure('rounds_outbox_oldest_code_seconds', 'How long ago the oldest sign-in code in the queue was first due', 'oldest_code_seconds')
}
