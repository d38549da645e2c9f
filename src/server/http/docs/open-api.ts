import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { NAMES } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { AppContext } from '#server/http/answer.ts'
import { exampleInput, exampleOutput } from './examples.ts'
import { VERSION } from '#server/version.ts'

type Operation = {
  operationId?: string
  requestBody?: { required?: boolean; content: Record<string, object> }
  responses: Record<string, { description: string; content?: Record<string, object> }>
}

const MEANINGS: Record<string, string> = {
  200: 'Fine',
  201: 'Created',
  202: 'Accepted; carried out later',
  204: 'Done',
  '4XX': 'ErrorBody: one sentence for a person; a 422 names the fields',
  '5XX': 'Not possible now: one sentence for a person; a 503 says when to ask again',
}

/** Generates the OpenAPI 3.1 description from the validation schemas, plus names, forms and files, which are validated by hand. */
export function openApi({ services: { env }, endpoints }: Pick<AppContext, 'services' | 'endpoints'>) {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Rounds',
        description: `Careers and applicant tracking for ${env.COMPANY_NAME}`,
        license: { name: 'MIT', identifier: 'MIT' },
        version: VERSION,
      },
      servers: [{ url: env.BASE_URL }],
      components: {
        securitySchemes: {
          session: { type: 'http' as const, scheme: 'bearer', description: 'The token of a signed-in admin or interviewer' },
          ownPage: { type: 'apiKey' as const, in: 'cookie' as const, name: 'own-page', description: "The cookie that the link to a candidate's own page sets" },
          application: { type: 'apiKey' as const, in: 'cookie' as const, name: 'application-{role}', description: 'The cookie of one application' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject(documents: object) {
      const { openapiObject } = documents as { openapiObject: { paths: Record<string, Record<string, Operation>> } }
      for (const endpoint of endpoints) complete(openapiObject.paths[endpoint.path]![endpoint.method.toLowerCase()]!, endpoint)
      tidySchema(openapiObject.paths)
      for (const endpoint of endpoints) addExamples(openapiObject.paths[endpoint.path]![endpoint.method.toLowerCase()]!, endpoint)
      return openapiObject
    },
  }
}

/** Adds an example body and response to each call; a test makes these calls. */
function addExamples({ requestBody, responses }: Operation, endpoint: Endpoint): void {
  for (const media of Object.values(requestBody?.content ?? {})) if (!endpoint.form) Object.assign(media, { example: exampleInput(endpoint, 'body') })
  const json = responses[endpoint.status]?.content?.['application/json']
  if (json && endpoint.status !== 204) Object.assign(json, { example: exampleOutput(endpoint) })
}

function complete(operation: Operation, endpoint: Endpoint): void {
  operation.operationId = NAMES.get(endpoint)!
  if (endpoint.produces !== 'application/json') operation.responses[endpoint.status] = { description: '', content: { [endpoint.produces]: {} } }
  if (endpoint.form) {
    const type = endpoint.consumes === 'multipart' ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
    const form = { [type]: { schema: z.toJSONSchema(endpoint.form) } }
    operation.requestBody = { required: true, content: { ...operation.requestBody?.content, ...form } }
  }
  for (const [code, said] of Object.entries(operation.responses)) said.description = MEANINGS[code] ?? said.description
  if (endpoint.form && endpoint.consumes === 'json') operation.responses['303'] = { description: 'The form was accepted; `Location` is its next step' }
}

type Node = Record<string, unknown>

/** Simplifies a generated JSON Schema in place without changing its meaning, for validators and client generators. */
function tidySchema(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) {
    dropNeedlessUnion(node as Node)
    spellOutRecord(node as Node)
  }
  for (const part of Object.values(node)) tidySchema(part)
}

/** Numbers in a path or query also arrive as text; clients need to know their actual type. */
function dropNeedlessUnion(node: Node): void {
  if (typeof node['type'] === 'string' && Array.isArray(node['anyOf'])) delete node['anyOf']
}

/** A record with known keys becomes an object with those properties. */
function spellOutRecord(node: Node): void {
  const names = (node['propertyNames'] as { enum?: string[] } | undefined)?.enum
  if (!names || typeof node['additionalProperties'] !== 'object') return
  const shape = node['additionalProperties']
  node['properties'] = Object.fromEntries(names.map((name) => [name, structuredClone(shape)]))
  node['additionalProperties'] = false
  delete node['propertyNames']
}
