import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { countMigrations, knownMigrations } from '#server/db/migrate.ts'
import type { Outbox, Services } from '#server/services.ts'

const CHECK_TIMEOUT_MS = 1_500

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/healthz` and `/readyz` return 503 and closes connections after their response, so load balancers go elsewhere. */
    announceStop: () => void
  }
}

/** Identifies this process among others behind a proxy, and changes on restart. */
const PROCESS = randomBytes(6).toString('hex')

/** `/healthz` reports that this process is running and not about to stop; `/readyz`, that it can also serve requests. */
export function healthRoutes(app: FastifyInstance, services: Services & { outbox: Outbox }): void {
  let isStopping = false
  // Anyone may probe, and no limit applies. A file store that hangs longer than a check isn't asked again until it responds.
  const pingFiles = sharedWhileRunning(() => services.files.ping())
  const findMissing = sharedWhileRunning(() => missingDependency(services, pingFiles))
  const announceStop = () => void (isStopping = true)
  app.decorate('announceStop', announceStop)
  app.addHook('preClose', async () => announceStop())
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) =>
    reply.code(isStopping ? 503 : 200).send({ status: isStopping ? 'stopping' : 'up', process: PROCESS }),
  )
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const missing = isStopping ? ['stopping'] : await findMissing()
    if (missing.length === 0) return { status: 'ready' }
    return reply.code(503).header('retry-after', 2).send({ status: 'not ready', missing })
  })
}

/** Everyone who calls while `start` is running gets the same result; nothing is kept afterward. */
function sharedWhileRunning<T>(start: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => (running ??= start().finally(() => (running = null)))
}

type Probed = Pick<Services, 'database'> & { outbox: Outbox }

async function missingDependency({ database, outbox }: Probed, pingFiles: () => Promise<void>): Promise<string[]> {
  const migrations = countMigrations(database.pool)
  const checks: Record<string, Promise<unknown>> = {
    database: migrations,
    // The database may have been restored to an older state while this process was running.
    schema: migrations.then(
      (present) => (present >= knownMigrations().length ? null : Promise.reject(new Error('older'))),
      () => null,
    ),
    files: pingFiles(),
    queue: outbox.isAlive() ? Promise.resolve() : Promise.reject(new Error('stopped')),
  }
  const answers = await Promise.all(Object.entries(checks).map(async ([name, check]) => ((await finishesInTime(check)) ? null : name)))
  return answers.filter((name) => name !== null)
}

function finishesInTime(check: Promise<unknown>): Promise<boolean> {
  const tooLate = new Promise<boolean>((resolve) => setTimeout(resolve, CHECK_TIMEOUT_MS, false).unref())
  return Promise.race([
    check.then(
      () => true,
      () => false,
    ),
    tooLate,
  ])
}
