import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Registry } from 'prom-client'
import { z } from 'zod'
import { ErrorBody, type Endpoint, type Input, type Output, type Who } from '#contract/endpoint.ts'
import type { Services } from '#server/services.ts'
import { isStaff, type Caller, type StaffCaller } from './caller.ts'
import { HttpError } from './http-error.ts'

/** The app that domains mount their calls on. `metrics` is what /metrics shows of this process. */
export type AppContext = { app: FastifyInstance; services: Services; endpoints: Endpoint[]; metrics: Registry }

type CallerOf<E extends Endpoint> = E['who'] extends 'admin' | 'interviewer' | 'staff' ? StaffCaller : Caller

export type Asked<E extends Endpoint> = {
  input: Input<E>
  caller: CallerOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

/** Mounts one call of the contract: who may call is decided before the body is read, both ways are validated by the contract. */
export function answer<E extends Endpoint>(context: AppContext, endpoint: E, respond: (asked: Asked<E>) => Promise<Output<E> | FastifyReply>): void {
  context.endpoints.push(endpoint)
  context.app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    ...schemaOf(endpoint),
    onRequest: async (request) => admit(endpoint.who, request.caller),
    // Who needs to say nothing need not send an empty object; who does is told which fields.
    preValidation: async (request) => void (request.body ??= {}),
    handler: async (request, reply) => {
      const input = { ...(request.query as object), ...(request.body as object | undefined), ...(request.params as object) } as Input<E>
      reply.code(endpoint.status)
      const said = await respond({ input, caller: request.caller as CallerOf<E>, request, reply })
      // A call that answered by itself, with a stream or a file: to wait for a reply is to wait until it has gone, and gives nothing.
      return reply.sent ? reply : reply.send(said)
    },
  })
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
      ...(has(endpoint.body) && endpoint.consumes === 'json' && { body: endpoint.body }),
      ...(endpoint.who !== 'anyone' && { security: [endpoint.who === 'candidate' ? { application: [] } : { session: [] }] }),
      response: {
        ...(isJson && { [endpoint.status]: success }),
        ...(isJson && endpoint.status === 201 && { 200: success }),
        '4xx': ErrorBody,
        '5xx': ErrorBody,
      },
    },
  } as RouteShorthandOptions
}

/** Deny by default: a caller passes only for a role that the call names. */
function admit(who: Who, caller: Caller): void {
  if (who === 'anyone' || who === 'candidate') return
  if (!isStaff(caller)) throw new HttpError(401, 'Sign in first.')
  const isAllowed = who === 'staff' ? caller.roles.length > 0 : caller.roles.includes(who)
  if (!isAllowed) throw new HttpError(403, 'You may not do this.')
}
