import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { pipeline, type Transform } from 'node:stream'
import { callbackify } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEMO_PATH } from '#contract/first-run/first-run.ts'
import { FIRST_RUN_PATH } from '#contract/dashboard.ts'
import { bearerKey } from '#server/auth/bearer.ts'
import { findSession } from '#server/auth/store.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { readKey, PREFIX } from './cookie.ts'
import type { Demo } from './demo.ts'
import { withBar } from './bar.ts'

/** Paths this process always serves itself: the first run, built files (the same for both), and checks of this installation. */
const OWN = new RegExp(`^(?:${FIRST_RUN_PATH}|/assets|/healthz|/readyz|/metrics)(?:[/?]|$)`)
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
/** Removed so requests look local to the demo; otherwise it wouldn't show its mailbox. */
const FROM_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'x-client-ip', 'cf-connecting-ip']
const DROPPED_REQUEST_HEADERS = new Set([...HOP_BY_HOP, ...FROM_PROXIES, 'accept-encoding', 'cookie', 'expect', 'host', 'if-modified-since', 'if-none-match'])
/** Removed because a cached demo page could be shown instead of the installation's. */
const DROPPED_RESPONSE_HEADERS = new Set([...HOP_BY_HOP, 'cache-control', 'etag', 'expires', 'last-modified', 'set-cookie'])

const ENDED = 'The demo has ended, and its data was deleted. Reload the page.'

/** Serves the demo to the browsers that are in it. Everyone else gets the installation. */
export function proxyDemo(app: FastifyInstance, { db }: Pick<Services, 'db'>, demo: Demo): void {
  app.addHook('onRequest', (request, reply, done) => {
    const key = readKey(request)
    if (key === undefined || OWN.test(request.url)) return done()
    divertThen({ db, demo }, { request, reply, key }, (error, isTaken) => {
      if (error) done(error)
      else if (!isTaken) done()
    })
  })
}

const divertThen = callbackify(divert)

type DivertedRequest = { request: FastifyRequest; reply: FastifyReply; key: string }

/** Returns whether the request was answered. */
async function divert({ db, demo }: Pick<Services, 'db'> & { demo: Demo }, { request, reply, key }: DivertedRequest): Promise<boolean> {
  // A staff page of the installation may be open in another tab.
  const session = bearerKey(request)
  if (session && (await findSession(db, session))) return false
  const state = demo.stateFor(key)
  if (state === 'ready') {
    reply.hijack()
    forward(await demo.door(), { request, reply }, withBar(demo.owner))
    return true
  }
  if (isNavigation(request)) {
    reply.redirect(DEMO_PATH, 303)
    return true
  }
  throw state === 'preparing' ? new HttpError(503, 'The demo is being set up.', { retryAfterSeconds: 3 }) : new HttpError(409, ENDED)
}

const isNavigation = ({ method, headers }: FastifyRequest) => method === 'GET' && (headers.accept ?? '').includes('text/html')

function forward(socketPath: string, { request, reply }: Omit<DivertedRequest, 'key'>, bar: () => Transform): void {
  const { raw } = request
  const toDemo = httpRequest({ socketPath, method: raw.method, path: raw.url, headers: requestHeaders(request), agent: false })
  toDemo.on('response', (response) => {
    const isPage = raw.method !== 'HEAD' && (response.headers['content-type'] ?? '').startsWith('text/html')
    reply.raw.writeHead(response.statusCode!, responseHeaders(response, isPage))
    if (isPage) pipeline(response, bar(), reply.raw, () => {})
    else pipeline(response, reply.raw, () => {})
  })
  toDemo.on('error', () => {
    if (reply.raw.headersSent) return reply.raw.destroy()
    // The demo may have just ended; that page shows whether it has.
    if (isNavigation(request)) reply.raw.writeHead(303, { location: DEMO_PATH, 'cache-control': 'no-store' }).end()
    else reply.raw.writeHead(502, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify({ detail: ENDED }))
  })
  reply.raw.on('close', () => toDemo.destroy())
  raw.pipe(toDemo)
}

function requestHeaders({ raw, cookies }: FastifyRequest): OutgoingHttpHeaders {
  const forwardedHeaders = Object.entries(raw.headers).filter(([name]) => !DROPPED_REQUEST_HEADERS.has(name))
  const demoCookies = Object.entries(cookies).flatMap(([name, value]) =>
    name.startsWith(PREFIX) ? [`${name.slice(PREFIX.length)}=${encodeURIComponent(value!)}`] : [],
  )
  return {
    ...(Object.fromEntries(forwardedHeaders) as IncomingHttpHeaders),
    host: 'localhost',
    ...(demoCookies.length > 0 && { cookie: demoCookies.join('; ') }),
  }
}

function responseHeaders({ headers }: IncomingMessage, isPage: boolean): OutgoingHttpHeaders {
  const forwardedHeaders = Object.entries(headers).filter(([name]) => !DROPPED_RESPONSE_HEADERS.has(name) && !(isPage && name === 'content-length'))
  // With the path `/`, leaving the demo can delete them all.
  const cookies = (headers['set-cookie'] ?? []).map((one) => PREFIX + one.replace(/;\s*path=[^;]*/i, '; Path=/'))
  return {
    ...Object.fromEntries(forwardedHeaders),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
  }
}
