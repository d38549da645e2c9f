import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { CallInput, Endpoint, Output, ErrorBody } from '#contract/endpoint.ts'
import { openApp } from '#server/app.ts'
import { mayStillSuggest } from '#server/candidate/suggestions/suggest-role.ts'
import { settleCandidateEmail } from '#server/applicants/emails/settle-candidate-email.ts'
import { openBookings } from '#server/bookings/open-bookings.ts'
import { openCalendar } from '#server/calendar/open-calendar.ts'
import { readEnv, type Env } from '#server/env.ts'
import { openFiles } from '#server/files/open-files.ts'
import { openLimits } from '#server/http/limits.ts'
import { loadKeys } from '#server/http/load-keys.ts'
import { openOutbox } from '#server/mail/outbox.ts'
import { openRationale } from '#server/rationale/open-rationale.ts'
import { openSingleSignOn } from '#server/sso/open-single-sign-on.ts'
import type { Services } from '#server/services.ts'
import { freshDatabase, type FreshDatabase } from './database.ts'
import { signedIn } from './sign-in.ts'

export type Actor = { token?: string; cookies?: Record<string, string> }
export type AppResponse<E extends Endpoint> = {
  status: number
  body: Output<E> & ErrorBody
  headers: Record<string, string | string[] | number | undefined>
  cookies: Record<string, string>
}

export type TestApp = {
  fastify: FastifyInstance
  services: Services
  db: Services['db']
  env: Env
  outbox: ReturnType<typeof openOutbox>
  /** Makes one API call through the whole app, without a network. */
  call: <E extends Endpoint>(endpoint: E, ask: CallInput<E>, as?: Actor) => Promise<AppResponse<E>>
  /** Sends a request with any body. */
  send: (method: string, path: string, body?: unknown, as?: Actor & { headers?: Record<string, string> }) => Promise<AppResponse<Endpoint>>
  admin: (email?: string) => Promise<Actor & { token: string; staff_account_id: number }>
  interviewer: (email?: string) => Promise<Actor & { token: string; staff_account_id: number }>
  /** Stops the app and removes its database and files. */
  close: () => Promise<void>
  [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * Starts the real app with its own data folder, on a fresh database with reference data (embedded, or on a PostgreSQL server with
 * ROUNDS_TEST_DB=postgres) or an `existing` one. `settings` are environment variables; limits are off unless LIMITS_SCALE is one of them.
 */
export async function startApp(settings: Record<string, string> = {}, existing?: FreshDatabase): Promise<TestApp> {
  const fresh = existing ?? (await freshDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'rounds-app-'))
  const read = readEnv({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent', LIMITS_SCALE: '1000', SEED: 'demo', ...settings })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  const { env } = read
  const services = await servicesOf(env, await fresh.open())
  const { db, database } = services
  const outbox = openOutbox({
    ...services,
    onSettled: settleCandidateEmail,
    isStillWanted: mayStillSuggest,
    onDeferred: ({ purpose }, cause) => fastify.countDeferred(purpose, cause),
  })
  const fastify = await openApp({ ...services, outbox })
  await fastify.ready()

  const close = async () => {
    await fastify.close()
    await outbox.stop()
    await database.close()
    await fresh.drop()
    await rm(folder, { recursive: true, force: true })
  }
  const send: TestApp['send'] = (method, path, body, as = {}) => inject(fastify, { method, path, body, as })
  return {
    fastify,
    services,
    db,
    env,
    outbox,
    send,
    call: (endpoint, ask, as = {}) => inject(fastify, { ...requestOf(endpoint, ask), as }) as never,
    admin: (email = env.ADMIN_EMAILS[0]!) => signedIn(db, email),
    interviewer: (email = `interviewer@${env.COMPANY_DOMAIN}`) => signedIn(db, email),
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function servicesOf(env: Env, database: Services['database']): Promise<Services> {
  const { db } = database
  return {
    env,
    log: pino({ level: env.LOG_LEVEL }),
    database,
    db,
    files: await openFiles(env),
    bookings: openBookings(env),
    calendar: openCalendar(env, db),
    rationale: openRationale(env),
    sso: openSingleSignOn(env),
    limits: openLimits(database.db, env.LIMITS_SCALE),
    keys: await loadKeys(db, env.SECRET_KEY),
  }
}

type Request = { method: string; path: string; body?: unknown; as: Actor & { headers?: Record<string, string> } }

async function inject(fastify: FastifyInstance, { method, path, body, as }: Request): Promise<AppResponse<Endpoint>> {
  const response = await fastify.inject({
    method: method as 'GET',
    url: path,
    ...(body !== undefined && { payload: body as object }),
    headers: { ...(as.token && { authorization: `Bearer ${as.token}` }), ...as.headers },
    ...(as.cookies && { cookies: as.cookies }),
  })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return {
    status: response.statusCode,
    body: (isJson && response.body !== '' ? response.json() : response.body) as AppResponse<Endpoint>['body'],
    headers: response.headers,
    cookies: Object.fromEntries(response.cookies.map(({ name, value }) => [name, value])),
  }
}

/** Returns the method, path with query, and body of a call. */
export function requestOf(endpoint: Endpoint, ask: Record<string, unknown>): { method: string; path: string; body?: unknown } {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(ask[name])))
  const query = new URLSearchParams(Object.keys(endpoint.query.shape).flatMap((name) => (ask[name] === undefined ? [] : [[name, String(ask[name])]])))
  const inBody = Object.keys(endpoint.body.shape).filter((name) => ask[name] !== undefined)
  const body = Object.fromEntries(inBody.map((name) => [name, ask[name]]))
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && Object.keys(endpoint.body.shape).length > 0
  return { method: endpoint.method, path: query.size > 0 ? `${path}?${query}` : path, ...(hasBody && { body }) }
}
