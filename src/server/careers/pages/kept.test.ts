import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateRole } from '#contract/roles.ts'
import { openPageCache } from '#server/http/cache/page-cache.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { statementsOf } from '#test/setup/statements.ts'

/** How soon a change by another process must appear. */
const WITHIN_MS = 1_000

let app: TestApp
let url: string
beforeAll(async () => {
  app = await startApp()
  url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const read = async (path: string) => (await fetch(url + path)).text()
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Requests a path continuously for a second, then returns its next response, which must be current no matter how slow this machine is. */
async function readAfter(path: string, at = Date.now()): Promise<string> {
  while (Date.now() < at + WITHIN_MS) await read(path)
  return read(path)
}

test("this process's changes show up in its very next response, even a cached one", async () => {
  const admin = await app.admin()
  const { ref_function_role_id: id } = await makeRole(app.db)
  await pause(WITHIN_MS)
  for (let round = 0; round < 20; round++) {
    const function_role_name = `Nurse of round ${round}`
    await app.call(updateRole, { id, function_role_name }, admin)
    for (const path of ['/', `/roles/${id}`, '/api/open-roles']) {
      expect(await read(path), path).toContain(function_role_name)
      expect(await read(path), path).toContain(function_role_name)
    }
  }
  await app.call(updateRole, { id, disabled_flag: true }, admin)
  expect(await read('/api/open-roles')).not.toContain('Nurse of round')
})

test("another process's changes show up within a second, and roles open and close on schedule", async () => {
  const names = ['Edited Nurse', 'Closing Nurse', 'Coming Nurse'] as const
  const { ref_function_role_id: id } = await makeRole(app.db)
  await read('/api/open-roles')
  await app.db.execute(sql`update function_role set function_role_name = ${names[0]} where ref_function_role_id = ${id}`)
  expect(await readAfter('/api/open-roles')).toContain(names[0])

  const soon = Date.now() + 1_500
  await makeRole(app.db, { function_role_name: names[1], closes_at: new Date(soon).toISOString() })
  await makeRole(app.db, { function_role_name: names[2], published_at: new Date(soon).toISOString() })
  for (const path of ['/api/open-roles', '/']) {
    const text = await readAfter(path, soon)
    expect([text.includes(names[1]), text.includes(names[2])], path).toEqual([false, true])
  }
})

test('when the database takes a second to report changes, a page waits for only one check', async () => {
  let checks = 0
  const cache = openPageCache(async () => (checks++, await pause(WITHIN_MS), 'same'))
  expect((await cache.keep('/', async () => ({ content: 'home' }))).plain.toString()).toBe('home')
  expect(checks).toBe(1)
})

test('only one request at a time checks for changes, however many people read and however often staff save', async () => {
  const admin = await app.admin()
  const { ref_function_role_id: id } = await makeRole(app.db)
  const crowd = () => Promise.all(Array.from({ length: 100 }, () => read('/api/open-roles')))
  await crowd()
  expect(await statementsBeyondChecks(crowd)).toBeLessThanOrEqual(1)

  await app.call(updateRole, { id, function_role_name: 'Changed in a crowd' }, admin)
  // One version check triggered by the change, plus one list query.
  expect(await statementsBeyondChecks(crowd)).toBeLessThanOrEqual(2)
})

/** Excludes one version check for each half second that `work` takes. */
async function statementsBeyondChecks(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  const statements = await statementsOf(app.services.database.pool, work)
  return statements.length - Math.ceil((performance.now() - started) / 500)
}

test('the openings are compressed in advance and return 304 if unchanged', async () => {
  const first = await fetch(`${url}/api/open-roles`, { headers: { 'accept-encoding': 'br' } })
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': 'br',
    vary: 'accept-encoding',
    'cache-control': 'public, no-cache',
  })
  const etag = first.headers.get('etag')!
  for (const round of [1, 2]) {
    const again = await fetch(`${url}/api/open-roles`, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })
    expect([round, again.status, await again.text()]).toEqual([round, 304, ''])
  }
})

test.each(['/', '/api/open-roles', '/roles/'])('%s has the same headers each time, with a unique request ID', async (path) => {
  const role = await makeRole(app.db)
  const address = url + (path === '/roles/' ? path + role.ref_function_role_id : path)
  await pause(WITHIN_MS)
  const ask = async () => {
    const response = await fetch(address)
    const all = Object.fromEntries(response.headers)
    for (const own of ['x-request-id', 'date', 'connection', 'keep-alive']) delete all[own]
    return { all, text: await response.text(), request_id: response.headers.get('x-request-id') }
  }
  // On a slow machine, the first page may be sent in parts, before its openings are ready.
  await expect.poll(async () => (await ask()).all['cache-control']).toBe('public, no-cache')
  const [first, second] = [await ask(), await ask()]
  expect(second).toEqual({ ...first, request_id: second.request_id })
  expect(second.request_id).not.toBe(first.request_id)
})

describe('one page requested through thousands of URLs', () => {
  const SPELLINGS = 1_500

  test('does not increase memory use, and each request is counted', async () => {
    const { ref_function_role_id: id } = await makeRole(app.db)
    const picture = `/roles/${id}/og.png`
    const spelled = Array.from({ length: SPELLINGS }, (_, at) => (at % 2 === 0 ? percentSpelling(picture, at / 2 + 1) : `${picture}#${at}`))
    expect(new Set(spelled).size).toBe(SPELLINGS)
    await askRaw(spelled.map((path) => `${path}?`))
    const [held, counted] = [await usedMbAtRest(), await requestsCounted()]

    const statuses = await askRaw(spelled)
    expect(new Set(statuses)).toEqual(new Set([200]))
    // An image is 76 KB: stored once per spelling, they'd take 110 MB. Memory held by sockets is released by a later collection.
    await expect.poll(() => usedMb() - held).toBeLessThan(5)
    expect((await requestsCounted()) - counted).toBe(SPELLINGS)
  })

  test('evicts the least recently used pages once the cache is full', async () => {
    const cache = openPageCache(async () => 'same', 100_000)
    let made = 0
    const keep = (at: number) => cache.keep(`/roles/${at}`, async () => ({ type: 'image/png', content: Buffer.alloc(10_000, made++) }))
    for (let at = 0; at < 100; at++) {
      await keep(at)
      await keep(0)
    }
    expect(cache.weight()).toBeLessThanOrEqual(100_000)
    expect(made).toBe(100)
  })
})

/** Returns the nth spelling of a path, with some characters percent-encoded. */
function percentSpelling(path: string, nth: number): string {
  let place = 0
  return path.replace(/[^/]/g, (sign) => ((nth >> place++) % 2 === 1 ? `%${sign.charCodeAt(0).toString(16)}` : sign))
}

/** Returns the statuses of requests with these exact paths; `fetch` would normalize them. */
async function askRaw(paths: string[]): Promise<number[]> {
  const { port } = new URL(url)
  const statuses: number[] = []
  for (const path of paths) {
    const asked = request({ host: '127.0.0.1', port, path }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    statuses.push(response.statusCode!)
    await response.resume().toArray()
  }
  return statuses
}

/** Returns this process's memory use after a garbage collection, in MB. */
function usedMb(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}

/** Returns the memory use once further collections release nothing: sockets hold up to 19 MB for a while. */
async function usedMbAtRest(): Promise<number> {
  for (let last = usedMb(); ;) {
    await pause(100)
    const now = usedMb()
    if (last - now < 0.2) return now
    last = now
  }
}

async function requestsCounted(): Promise<number> {
  const text = await read('/metrics')
  return Number(/rounds_http_seconds_count\{method="GET",route="\/roles\/:id\/og.png",status="200"\} (\d+)/.exec(text)?.[1] ?? 0)
}
