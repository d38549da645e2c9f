import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isConnectionError, isTimeout } from '#server/db/connect.ts'
import { isStorageUnavailable, isStorageFull } from '#server/files/storage-full.ts'
import type { Endpoint, ErrorBody } from '#contract/endpoint.ts'
import { fastifyPath, type AppContext } from './answer.ts'
import { HttpError, type FieldError } from './http-error.ts'

const BY_CODE: Record<string, [number, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Send JSON.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The request is too large.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, "The body isn't valid JSON."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, "The body couldn't be read."],
}

/** Responds to every error in the same format, never with SQL, a path or a stack trace. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    const refusal = asHttpError(error)
    if (refusal.status >= 500) logError(request.log, error)
    return sendError(reply, refusal, request)
  })
}

export function sendError(reply: FastifyReply, refusal: HttpError, request: FastifyRequest): FastifyReply {
  const said: ErrorBody = { detail: refusal.message, request_id: request.id }
  if (refusal.errors) said.errors = refusal.errors
  if (refusal.retryAfterSeconds) reply.header('retry-after', refusal.retryAfterSeconds)
  return reply.code(refusal.status).type('application/json; charset=utf-8').header('cache-control', 'no-store').serializer(JSON.stringify).send(said)
}

export function asHttpError(error: Error & { code?: string; statusCode?: number | undefined }): HttpError {
  if (error instanceof HttpError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = fieldErrors(error)
    return new HttpError(422, errors.length === 1 ? errors[0]!.message : 'Some fields have errors. Check them and try again.', { errors })
  }
  if (isStorageFull(error)) return new HttpError(503, "There's no space for files right now. Try again later.", { retryAfterSeconds: 60 })
  if (isStorageUnavailable(error)) return new HttpError(503, "Files can't be stored or read right now. Try again in a moment.", { retryAfterSeconds: 10 })
  if (isConnectionError(error) || isTimeout(error)) return new HttpError(503, 'The service is busy. Try again in a moment.', { retryAfterSeconds: 2 })
  const known = BY_CODE[error.code ?? '']
  if (known) return new HttpError(...known)
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return new HttpError(status, "The request couldn't be read.")
  return new HttpError(500, 'Something went wrong on our side. Try again.')
}

function fieldErrors(error: { validation: { instancePath: string; message?: string | undefined; params?: unknown }[] }): FieldError[] {
  return error.validation.map((problem) => ({
    path: problem.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: problem.message ?? 'This value is not valid',
  }))
}

export function logError(log: Pick<FastifyBaseLogger, 'error'>, error: Error): void {
  log.error({ err: withoutValues(error) }, 'fault')
}

/** Database errors quote the rejected values, which must not be logged. */
function withoutValues(error: Error & { code?: string; cause?: unknown }) {
  const cause = error.cause as { code?: string; constraint?: string; message?: string } | undefined
  const isQuery = error.message.startsWith('Failed query')
  return {
    type: error.name,
    // Not named `code`: the log redacts that name because of sign-in codes.
    error_code: error.code ?? cause?.code,
    constraint: cause?.constraint,
    message: isQuery ? 'Failed query' : error.message,
    stack: isQuery ? undefined : error.stack,
  }
}

/**
 * Responds 404 to unknown calls, and 405 with `Allow` to known ones called with another method. A path that the contract lists literally
 * matches only that call: `/api/interviews/interviewers` is never an `/api/interviews/{id}`.
 */
export function handleUnknownRoutes(endpoints: Endpoint[]) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request)
    const inFull = endpoints.filter((endpoint) => endpoint.path === path)
    const named = inFull.length > 0 ? inFull : endpoints.filter((endpoint) => patternOf(endpoint.path).test(path))
    const methods = new Set<string>(named.map(({ method }) => method))
    // Descriptions such as /api/openapi.json aren't calls in the contract.
    if (named.length === 0 && request.server.hasRoute({ method: 'GET', url: path })) methods.add('GET')
    if (methods.size === 0) return sendError(reply, new HttpError(404, 'Not found.'), request)
    if (methods.has('GET')) methods.add('HEAD')
    const allowed = [...methods].join(', ')
    reply.header('allow', allowed)
    return sendError(reply, new HttpError(405, `Allowed methods: ${allowed}.`), request)
  }
}

/** Otherwise, the router would treat `PUT /api/interviews/interviewers` as a change to an interview named 'interviewers'. */
export function rejectWrongMethods({ app, endpoints }: Pick<AppContext, 'app' | 'endpoints'>): void {
  const answerUnknown = handleUnknownRoutes(endpoints)
  let inFull: Set<string> | undefined
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.url?.includes(':')) return done()
    inFull ??= new Set(endpoints.map(({ path }) => path))
    if (inFull.has(pathOf(request))) return void answerUnknown(request, reply)
    done()
  })
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0]!
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${fastifyPath(path).replace(/:\w+/g, '[^/]+')}$`)
}

const TOO_LONG: [string, string] = ['431 Request Header Fields Too Large', 'The request headers are too long.']
const RESPONSES: Record<string, [string, string]> = {
  HPE_HEADER_OVERFLOW: TOO_LONG,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Content Too Large', 'The request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long.'],
}
const UNREADABLE: [string, string] = ['400 Bad Request', "The request couldn't be read."]

/**
 * Responds to anything that isn't HTTP, such as an unknown method, before closing the connection. It sends `Connection: close`; otherwise a proxy
 * could send someone else's request on a connection that's closing.
 */
export function handleUnreadable(headers: Readonly<Record<string, string>>) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
    const [status, detail] = RESPONSES[error.code ?? ''] ?? UNREADABLE
    const body = JSON.stringify({ detail } satisfies ErrorBody)
    socket.end(
      `HTTP/1.1 ${status}\r\n${lines.join('')}content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      () => socket.destroy(),
    )
  }
}
