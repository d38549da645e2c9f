import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

/** Served in addition to the contract's calls: the contract's own documentation. */
const BESIDE = new Set(['GET /api/openapi.json', 'GET /api/docs', 'GET /api/docs/*'])

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

test('every contract module is included', async () => {
  const listed = new Set(ALL)
  const files = readdirSync('src/contract', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  for (const path of files) {
    for (const [name, one] of Object.entries(await moduleOf(path))) if (isEndpoint(one)) expect(listed.has(one), `${path}: ${name}`).toBe(true)
  }
})

/** The bundler resolves these imports, so each variable can stand for only one path segment. */
function moduleOf(path: string): Promise<Record<string, unknown>> {
  const [file, folder] = path.slice(0, -'.ts'.length).split('/').toReversed()
  return folder ? import(`../../src/contract/${folder}/${file}.ts`) : import(`../../src/contract/${file}.ts`)
}

test('every call is listed exactly once', () => {
  const calls = ALL.map(nameOf)
  expect(calls.filter((call, at) => calls.indexOf(call) !== at)).toEqual([])
})

test('every call is mounted', () => {
  const missing = ALL.filter(({ method, path }) => !app.fastify.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') }))
  expect(missing.map(nameOf)).toEqual([])
})

test('nothing is mounted under /api without a call in the contract', () => {
  const known = new Set(ALL.map((endpoint) => withoutNames(nameOf(endpoint))))
  const mounted = mountedCalls(app.fastify.printRoutes({ commonPrefix: false }))
  expect(mounted.length).toBeGreaterThan(5)
  expect(mounted.filter((call) => !known.has(call) && !BESIDE.has(call))).toEqual([])
})

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

/** Two calls may name the same path parameter differently, but the router prints it only once. */
function withoutNames(call: string): string {
  return call.replaceAll(/\{\w+\}/g, '{}')
}

function isEndpoint(one: unknown): one is Endpoint {
  return typeof one === 'object' && one !== null && 'who' in one && 'method' in one && 'path' in one
}

/** Parses the router's printed tree: each line continues the path of its parent line. */
function mountedCalls(tree: string): string[] {
  const above: string[] = []
  const calls: string[] = []
  for (const line of tree.split('\n')) {
    const [, branch = '', segment = '', methods = ''] = /^([│ ]*(?:├── |└── ))(\S+)(?: \(([\w, -]+)\))?/.exec(line) ?? []
    if (!segment) continue
    const depth = branch.length / 4 - 1
    above.length = depth
    above[depth] = segment
    const path = above.join('').replaceAll(/:[^/]+/g, '{}')
    for (const method of methods.split(', ')) if (path.startsWith('/api') && method && method !== 'HEAD') calls.push(`${method} ${path}`)
  }
  return calls
}
