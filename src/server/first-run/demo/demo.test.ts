import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { user_session } from '#server/db/tables.ts'
import { makeFirstRunLink } from '../first-run-link.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { openDemo } from './demo.ts'

const FIRST_RUN = { NODE_ENV: 'production', FIRST_RUN: 'yes', EMBEDDED_IN_PRODUCTION: 'yes', SEED: 'reference' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const WRITTEN = { timeout: 110_000, interval: 500 }

let app: TestApp
let origin: string
afterEach(() => app.close())

async function open(): Promise<string> {
  app = await startApp(FIRST_RUN)
  origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { pathname } = new URL((await makeFirstRunLink(app.services))!)
  return cookiesOf(await post(pathname))
}

function ask(path: string, { cookie = '', ...headers }: Record<string, string> = {}, rest: RequestInit = {}): Promise<Response> {
  return fetch(origin + path, { redirect: 'manual', headers: { accept: 'text/html', cookie, ...headers }, ...rest })
}

const post = (path: string, headers: Record<string, string> = {}, body = 'sent=yes') => ask(path, { ...FORM, origin, ...headers }, { method: 'POST', body })
const postJson = (path: string, cookie: string, body: object) => post(path, { cookie, 'content-type': 'application/json' }, JSON.stringify(body))
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0]!)
    .join('; ')
const folder = () => join(app.env.DATA_DIR, 'first-run-demo')

/** This demo's processes that are still running. */
const processes = () => globSync('/proc/[0-9]*/cmdline').filter((path) => commandOf(path).includes(`demo-process.ts\0${folder()}\0`))

function commandOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The code is in the demo's mailbox, and the cookie it sets doesn't replace the installation's. */
async function signIn(cookie: string, email: string): Promise<string> {
  expect((await postJson('/api/auth/send-code', cookie, { email, role: 'admin' })).status).toBeLessThan(300)
  const mail = await vi.waitUntil(async () => /href="(\/dev\/mail\/[^"]+\.eml)"/.exec(await (await ask('/dev/mail', { cookie })).text())?.[1], WRITTEN)
  const code = /\b\d{8}\b/.exec(await (await ask(mail, { cookie })).text())![0]
  const signedIn = await postJson('/api/auth/verify-code', `${cookie}; browser=real`, { email, role: 'admin', code })
  expect(signedIn.status).toBe(200)
  expect(cookiesOf(signedIn)).toMatch(/^demo-browser=/)
  return ((await signedIn.json()) as { token: string }).token
}

test('the browser going through the first run, and no other, gets a demo with its own database, cookies and mailbox', async () => {
  const proof = await open()
  expect((await post('/first-run/demo')).status, 'a stranger').toBe(403)
  expect((await post('/first-run/demo', { cookie: proof, origin: 'https://elsewhere.example' })).status, 'a page of another site').toBe(403)
  expect(existsSync(folder())).toBe(false)
  expect((await post('/first-run/owner', { cookie: proof }, 'email=owner%40clinic.example')).status).toBe(200)

  const responses = await Promise.all([post('/first-run/demo', { cookie: proof }), post('/first-run/demo', { cookie: proof })])
  expect(responses.map(({ headers }) => headers.get('location'))).toEqual(['/first-run/demo', '/first-run/demo'])
  const cookie = cookiesOf(responses[1]!)
  const preparing = await ask('/first-run/demo', { cookie })
  expect([preparing.status, preparing.headers.get('refresh')]).toEqual([200, '3'])
  expect(await preparing.text()).toContain('Setting up the demo')
  expect((await ask('/', { cookie })).headers.get('location')).toBe('/first-run/demo')
  expect((await ask('/', { cookie: cookiesOf(responses[0]!) })).headers.get('location'), 'the other click').toBe('/first-run/demo')
  await vi.waitUntil(async () => (await ask('/first-run/demo', { cookie })).status === 303, WRITTEN)
  expect(processes()).toHaveLength(1)

  const home = await ask('/', { cookie })
  expect([home.status, home.headers.get('cache-control'), home.headers.get('etag')]).toEqual([200, 'no-store', null])
  const page = await home.text()
  expect(page).toContain('Leave the demo and delete its data')
  expect(page).toContain('Meridian Health')
  expect((await ask('/')).status, 'a stranger').toBe(503)
  expect(await (await ask('/first-run', { cookie: `${proof}; ${cookie}` })).text()).toContain('Open the demo')

  const email = 'admin@meridianhealth.example'
  const token = await signIn(cookie, email)
  const whose = async (bearer: string) =>
    ((await (await ask('/api/auth/session', { cookie, authorization: `Bearer ${bearer}` })).json()) as { email: string }).email
  expect(await whose(token)).toBe(email)
  expect(await whose((await app.admin('owner@clinic.example')).token), 'a staff page of the installation, alongside the demo').toBe('owner@clinic.example')
  expect(await app.db.$count(user_session)).toBe(0)

  const leaveResponse = await post('/first-run/leave-demo', { cookie: `${cookie}; demo-browser=x; browser=real` })
  expect([leaveResponse.status, leaveResponse.headers.get('location')]).toEqual([303, '/first-run'])
  expect(leaveResponse.headers.getSetCookie().map((one) => one.split('=')[0])).toEqual(['first-run-demo', 'demo-browser'])
  expect(globSync(`${folder()}*`)).toEqual([])
  expect(processes()).toEqual([])
  expect((await ask('/', { cookie })).headers.get('location')).toBe('/first-run/demo')
  expect(await (await ask('/first-run/demo', { cookie })).text()).toContain('The demo has ended')
  expect((await post('/application', { cookie })).status, 'a form that was still open').toBe(409)
})

test("leaving ends a demo that's still being prepared, in every process that shares its folder; a demo doesn't start without enough disk space", async () => {
  const proof = await open()
  const start = async () => cookiesOf(await post('/first-run/demo', { cookie: proof }))
  const cookie = await start()
  await vi.waitUntil(() => processes().length === 1, WRITTEN)
  expect((await post('/first-run/leave-demo', { cookie })).status).toBe(303)
  expect([globSync(`${folder()}*`), processes()]).toEqual([[], []])

  // Another process of the pair.
  const other = openDemo({ env: app.env, log: pino({ level: 'silent' }) })
  const key = (await start()).split('=')[1]
  expect([other.stateFor(key), other.stateFor('another'), other.stateFor(undefined)]).toEqual(['preparing', 'none', 'none'])
  await other.end()
  await vi.waitUntil(() => processes().length === 0, WRITTEN)
  expect([existsSync(folder()), other.stateFor(key)]).toEqual([false, 'none'])

  mkdirSync(join(folder(), 'keys'), { recursive: true })
  mkdirSync(`${folder()}-half-deleted`)
  await other.tidy()
  expect(globSync(`${folder()}*`), 'left by a process that was killed').toEqual([])

  vi.spyOn(process, 'availableMemory').mockReturnValueOnce(100 * 1024 * 1024)
  const rejected = await post('/first-run/demo', { cookie: proof })
  expect([rejected.status, rejected.headers.getSetCookie()]).toEqual([503, []])
  expect(await rejected.text()).toContain('The demo needs 600 MB of free memory; this machine has 100 MB.')
  const storage = { STORAGE_URL: 's3://bucket?endpoint=https://storage.example.com&region=us-east-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' }
  Object.assign(app.env.source, storage)
  const response = await post('/first-run/demo', { cookie: proof })
  expect([response.status, await response.text()]).toEqual([409, expect.stringContaining('because with STORAGE_URL there may be several machines')])
  expect([existsSync(folder()), processes()]).toEqual([false, []])
})
