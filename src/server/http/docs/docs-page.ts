import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import { exampleInput, exampleOutput } from './examples.ts'
import type { Pages } from '#server/http/pages.ts'

const CALLERS: Record<Endpoint['who'], string> = {
  anyone: 'Anyone.',
  applicant: "The browser that opened the emailed link to a candidate's own page.",
  candidate: "The browser with the application's cookie.",
  admin: 'Admins, with a bearer token.',
  interviewer: 'Interviewers, with a bearer token.',
  staff: 'Admins and interviewers, with a bearer token.',
}

type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[]
  requestBody?: { content: Record<string, { schema?: unknown }> }
  responses?: Record<string, { content?: Record<string, { schema?: unknown }> }>
}
type OpenApiDocument = { paths?: Record<string, Record<string, Operation>> }

/** Mounts `/api/docs`: the same description as `/api/openapi.json` for people, as plain HTML without scripts. */
export function docsPage(app: FastifyInstance, endpoints: Endpoint[], pages: Pages): void {
  app.get('/api/docs', { schema: { hide: true } }, async (_request, reply) => {
    const { paths = {} } = app.swagger() as OpenApiDocument
    const { assets } = await pages.load()
    const calls = endpoints.toSorted((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    const styles = assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>API of Rounds</title>${styles}</head><body><main class="wrap page"><h1>API of Rounds</h1>
<p>${calls.length} calls. The machine-readable description is <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1). Refusals are
<code>{"detail": "one sentence"}</code>; a 422 adds <code>errors: [{path, message}]</code>. Times are ISO 8601 in UTC.</p>
${calls.map((call) => section(call, paths[call.path]?.[call.method.toLowerCase()] ?? {})).join('\n')}</main></body></html>`
    return reply.type('text/html; charset=utf-8').send(html)
  })
}

function section(call: Endpoint, operation: Operation): string {
  const inPath = (operation.parameters ?? []).map(
    ({ name, in: place, required }) => `<li><code>${escapeHtml(name)}</code> in the ${place}${required ? '' : ', optional'}</li>`,
  )
  const asked = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const said = Object.values(operation.responses?.[call.status]?.content ?? {})[0]?.schema
  return `<section><h2><code>${call.method} ${escapeHtml(call.path)}</code></h2><p>${escapeHtml(call.summary)}.</p><p>Who may call: ${CALLERS[call.who]}</p>
${inPath.length > 0 ? `<ul>${inPath.join('')}</ul>` : ''}${example(call)}${schema('Body', asked)}${schema(`Response ${call.status}`, said)}</section>`
}

function schema(title: string, shape: unknown): string {
  if (shape === undefined) return ''
  return `<details><summary>${title}</summary><pre tabindex="0"><code>${escapeHtml(JSON.stringify(shape, null, 2))}</code></pre></details>`
}

/** Returns the request as it's sent, and its response. */
function example(call: Endpoint): string {
  const { path, query, body } = exampleRequest(call)
  const sent = call.consumes === 'multipart' || Object.keys(body).length === 0 ? '' : `\n\n${JSON.stringify(body, null, 2)}`
  const isShown = call.produces === 'application/json' && call.status !== 204
  const answered = isShown ? `\n\n${call.status}\n${JSON.stringify(exampleOutput(call), null, 2)}` : `\n\n${call.status}`
  return `<details><summary>Example</summary><pre tabindex="0"><code>${escapeHtml(`${call.method} ${path}${query}${sent}${answered}`)}</code></pre></details>`
}

function exampleRequest(call: Endpoint): { path: string; query: string; body: Record<string, unknown> } {
  const params = exampleInput(call, 'params')
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? 1)))
  const query = new URLSearchParams(Object.entries(exampleInput(call, 'query')).map(([name, value]) => [name, String(value)]))
  return { path, query: query.size > 0 ? `?${query}` : '', body: exampleInput(call, 'body') }
}
