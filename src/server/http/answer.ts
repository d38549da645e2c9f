import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions, RouteShorthandOptions } from 'fastify'
import type { Registry } from 'prom-client'
import { z } from 'zod'
import { bodyLimitOf, ErrorBody, NO_ACCESS, type CountedEvent, type Endpoint, type Who, type Input, type Output } from '#contract/endpoint.ts'
import { CONFIRM_WITH, PASSKEY_REQUIRED } from '#contract/auth/passkeys.ts'
import type { Services } from '#server/services.ts'
import { isStaff, type Caller, type StaffCaller } from './caller.ts'
import { HttpError } from './http-error.ts'
import { mountUploads } from './uploads.ts'

/** The app that domains mount their calls on. `metrics` is what /metrics reports for this process. */
export type AppContext = { app: FastifyInstance; services: Services; endpoints: Endpoint[]; metrics: Registry }

export const FORM = 'application/x-www-form-urlencoded'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract call this route implements; pages don't have one. */
    endpoint?: Endpoint
    counted?: CountedEvent | undefined
  }
}

type CallerOf<E extends Endpoint> = E['who'] extends 'admin' | 'interviewer' | 'staff' ? StaffCaller : Caller

export type CallInput<E extends Endpoint> = {
  input: Input<E>
  caller: CallerOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

/** Mounts one call from the contract. Authorization is checked before the body is read, and the contract validates both input and output. */
export function answer<E extends Endpoint>(context: AppContext, endpoint: E, respond: (asked: CallInput<E>) => Promise<Output<E> | FastifyReply>): void {
  context.endpoints.push(endpoint)
  const mount = (app: FastifyInstance) => app.route(routeOf(endpoint, respond))
  if (endpoint.consumes === 'multipart') mountUploads(context.app, mount)
  else if (endpoint.consumes === 'form') mountForm(context.app, mount)
  else if (endpoint.accepts) mountJson(context.app, endpoint.accepts, mount)
  else mount(context.app)
}

/** Mounts routes that accept only plain forms. */
function mountForm(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))))
    mount(scope)
  })
}

/** Mounts routes that also accept JSON under these media types. */
function mountJson(app: FastifyInstance, types: readonly string[], mount: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser([...types], { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'))
    mount(scope)
  })
}

function routeOf<E extends Endpoint>(endpoint: E, respond: (asked: CallInput<E>) => Promise<Output<E> | FastifyReply>): RouteOptions {
  return {
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    ...schemaOf(endpoint),
    config: { endpoint, counted: endpoint.counted },
    bodyLimit: bodyLimitOf(endpoint),
    onRequest: (request, _reply, done) => done(errorFor(endpoint, request.caller)),
    // Treat a missing body as {}.
    preValidation: (request, _reply, done) => {
      request.body ??= {}
      done()
    },
    handler: async (request, reply) => {
      const input = { ...(request.query as object), ...(request.body as object | undefined), ...(request.params as object) } as Input<E>
      const missingProof = proofError(endpoint, request.caller, input as object)
      if (missingProof) throw missingProof
      reply.code(endpoint.status)
      const said = await respond({ input, caller: request.caller as CallerOf<E>, request, reply })
      // Awaiting a reply that's already being sent, such as a stream, would wait until it's finished.
      return reply.sent ? reply : reply.send(said)
    },
  }
}

const SECURITY: Record<Exclude<Who, 'anyone'>, object> = {
  candidate: { application: [] },
  applicant: { ownPage: [] },
  admin: { session: [] },
  interviewer: { session: [] },
  staff: { session: [] },
}

export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

function schemaOf(endpoint: Endpoint): RouteShorthandOptions {
  const has = (shape: z.ZodObject) => Object.keys(shape.shape).length > 0
  const isJson = endpoint.produces === 'application/json'
  const success = endpoint.status === 204 ? z.null().meta({ description: 'Done' }) : endpoint.output
  return {
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.who],
      ...(has(endpoint.params) && { params: endpoint.params }),
      ...(has(endpoint.query) && { querystring: endpoint.query }),
      ...(has(endpoint.body) && endpoint.consumes !== 'multipart' && { body: endpoint.body }),
      ...(endpoint.consumes === 'form' && { consumes: [FORM] }),
      security: endpoint.who === 'anyone' ? [] : [SECURITY[endpoint.who]],
      response: {
        ...(isJson && { [endpoint.status]: success }),
        ...(isJson && endpoint.status === 201 && { 200: success }),
        '4xx': ErrorBody,
        '5xx': ErrorBody,
      },
    },
  } as RouteShorthandOptions
}

/** Denies by default: a caller needs one of the roles or powers that the call lists. */
function errorFor({ who, may }: Endpoint, caller: Caller): HttpError | undefined {
  if (who === 'anyone' || who === 'candidate' || who === 'applicant') return undefined
  if (!isStaff(caller)) return new HttpError(401, 'Please sign in.')
  const isEmpowered = may !== undefined && caller.powers.includes(may)
  const isAllowed = who === 'staff' ? caller.roles.length > 0 : caller.roles.includes(who) || isEmpowered
  return isAllowed ? undefined : new HttpError(403, NO_ACCESS)
}

/** Requires identity confirmation before actions that can't be undone. Accounts that must have a passkey can't do anything until they use it. */
function proofError({ who, confirms, beforePasskey }: Endpoint, caller: Caller, input: object): HttpError | undefined {
  const { has_passkey, mustProve, owesPasskey } = caller
  if (owesPasskey && !beforePasskey && who !== 'anyone') return new HttpError(403, has_passkey ? CONFIRM_WITH.passkey : PASSKEY_REQUIRED)
  const isNamed = ('identifiable' in input && input.identifiable === true) || ('blind' in input && input.blind === false)
  const isAsked = confirms === 'always' || (confirms === 'with names' && isNamed)
  return isAsked && mustProve ? new HttpError(403, CONFIRM_WITH[mustProve]) : undefined
}
