import { globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL } from '#contract/all.ts'
import { submitAnswers } from '#contract/applications/applications.ts'
import { sendCode } from '#contract/auth/auth.ts'
import { reportCspViolation } from '#contract/careers.ts'
import { formWith } from '#test/applying.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ BASE_URL: 'https://careers.corp.example', SMTP_URL: 'smtp://127.0.0.1:9', LIMITS_SCALE: '1' })
})
afterAll(() => app.close())

const ANSWERS: [string, string, string, unknown?][] = [
  ['a page', 'GET', '/how-we-hire'],
  ['the staff app', 'GET', '/admin/login'],
  ['a list', 'GET', '/api/open-roles'],
  ['a refusal', 'GET', '/api/auth/session'],
  ['an unknown call', 'GET', '/api/nothing'],
  ['a wrong method', 'PUT', '/api/auth/send-code'],
  ['a body too large', 'POST', '/api/auth/send-code', { email: 'x'.repeat(1_100_000) }],
  ['bad values', 'POST', '/api/auth/send-code', {}],
  ['a redirect', 'GET', '/no-such-page'],
  ["an address that can't be decoded", 'GET', '/roles/%zz'],
  ['an id that is too long', 'GET', `/roles/${'9'.repeat(300)}`],
]

describe('every response', () => {
  test.each(ANSWERS)('%s has the security headers', async (_what, method, path, body) => {
    const { headers } = await app.send(method, path, body)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': expect.stringMatching(/max-age=(\d{8,}); includeSubDomains/),
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': expect.stringMatching(/no-referrer|strict-origin-when-cross-origin/),
    })
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['server']).toBeUndefined()
    const policy = String(headers['content-security-policy'])
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'", "form-action 'self'"])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe-|\*|https?:/)
  })

  test("every call's response has the same caching headers when its path is spelled differently", async () => {
    const kept = async (method: string, path: string) => (await app.send(method, path)).headers['cache-control']
    for (const { method, path } of ALL) {
      const plain = path.replace(/\{\w+\}/g, '1')
      const usual = await kept(method, plain)
      const spellings = [plain.replace('/api', '/%61pi'), plain.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)]
      for (const spelling of spellings) expect([spelling, await kept(method, spelling)]).toEqual([spelling, usual])
    }
    expect(await kept('GET', '/%61pi/candidate/applications')).toBe('no-store')
  })

  test('the staff app has a new nonce in each response, and is neither cached nor indexed', async () => {
    const [first, second] = [await app.send('GET', '/admin/login'), await app.send('GET', '/interviewer/dashboard')]
    const nonce = (headers: typeof first.headers) => /style-src 'nonce-([\w-]{20,})'/.exec(String(headers['content-security-policy']))![1]
    expect(nonce(first.headers)).not.toBe(nonce(second.headers))
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
    expect(String(first.body)).toContain('<title>Careers-Admin</title>')
    expect(String(second.body)).toContain('<title>Careers-Interviewers</title>')
    for (const address of app.env.ADMIN_EMAILS) expect(String(first.body)).not.toContain(address)
  })

  test("no built file contains an admin's address", () => {
    const files = globSync('dist/client/**/*.{js,css,html,json}')
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const text = readFileSync(file, 'utf8')
      expect(
        app.env.ADMIN_EMAILS.filter((address) => text.includes(address)),
        file,
      ).toEqual([])
      expect(text).not.toMatch(/BEGIN [A-Z ]*PRIVATE|postgres:\/\//)
    }
  })

  test('a missing file under the staff app returns 404', async () => {
    for (const path of ['/admin/x.css', '/admin/dashboard/style.css', '/interviewer/dashboard/a.js']) {
      const { status, headers } = await app.send('GET', path)
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([404, 'text/plain; charset=utf-8', 'no-store'])
    }
  })
})

describe('another site', () => {
  test.each([
    'https://careers.corp.example.evil.example',
    'https://evil.example',
    'null',
    'http://careers.corp.example:8080',
    'https://evilcareers.corp.example',
    'file://',
  ])("%s can't read a response or cause a change", async (origin) => {
    const read = await app.send('GET', '/api/open-roles', undefined, { headers: { origin } })
    const asked = await app.send('OPTIONS', '/api/auth/send-code', undefined, { headers: { origin, 'access-control-request-method': 'POST' } })
    for (const { headers } of [read, asked]) expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    const changed = await app.send('POST', '/api/user-session', {}, { headers: { origin, 'sec-fetch-site': 'cross-site' } })
    expect(changed.status).toBe(403)
  })

  test('JSON sent as a plain form is rejected', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const { status } = await app.send('POST', '/api/auth/send-code', '{"email":"a@b.example"}', { headers: { 'content-type': type } })
      expect(status).toBe(415)
    }
  })
})

test("a body that can't be parsed returns 400, and one over the call's limit isn't read at all", async () => {
  const send = (body: string) => app.send('POST', '/api/auth/send-code', body, { headers: { 'content-type': 'application/json' } })
  const email = (length: number) => JSON.stringify({ email: 'a'.repeat(length) })
  expect((await send('{"email":')).status).toBe(400)
  expect((await send(email(256 * 1024 - 100))).status).toBe(422)
  const large = await send(email(256 * 1024))
  expect([large.status, typeof large.body.detail]).toEqual([413, 'string'])
})

test('a call that accepts long text accepts up to 1 MB', async () => {
  const send = (length: number) => app.send('POST', submitAnswers.path, { answers: [], filler: 'a'.repeat(length) })
  expect((await send(1024 * 1024 - 100)).status).not.toBe(413)
  expect((await send(1024 * 1024)).status).toBe(413)
})

test("a form with a file returns 415, whatever its size, if the call doesn't accept files", async () => {
  const form = formWith({ email: 'a@b.example' }, { filename: 'cv.pdf', type: 'application/pdf', content: Buffer.alloc(2 * 1024 * 1024) })
  for (const path of [sendCode.path, submitAnswers.path, '/roles/1/apply']) {
    const { status } = await app.send('POST', path, form.body, { headers: form.headers })
    expect([path, status]).toEqual([path, 415])
  }
})

test("a browser's report of blocked content is counted by directive, without storing anything from the page's URL", async () => {
  const report = {
    'document-uri': 'https://careers.corp.example/admin/applicants/77',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/x?a=1',
  }
  const send = (body: object) => app.send('POST', reportCspViolation.path, JSON.stringify(body), { headers: { 'content-type': 'application/csp-report' } })
  expect((await send({ 'csp-report': report })).status).toBe(204)
  expect((await send({ 'csp-report': { 'effective-directive': 'made-up' } })).status).toBe(204)
  expect((await send({ other: 1 })).status).toBe(422)
  const text = String((await app.send('GET', '/metrics')).body)
  expect(text).toContain('rounds_csp_reports_total{directive="script-src-elem"} 1')
  expect(text).toContain('rounds_csp_reports_total{directive="other"} 1')
  expect(String((await app.send('GET', '/')).headers['content-security-policy'])).toContain(`report-uri ${reportCspViolation.path}`)
})

describe('a request that two servers could parse differently', () => {
  const HEAD = 'POST /api/auth/send-code HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n'
  test.each([
    ['both lengths', `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['two lengths', `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['lines without a carriage return', HEAD.replaceAll('\r\n', '\n') + 'Content-Length: 2\n\n{}'],
    ['a folded header', `${HEAD}X-Long: a\r\n b\r\nContent-Length: 2\r\n\r\n{}`],
    ['a space before the colon', `${HEAD}Content-Length : 2\r\n\r\n{}`],
    ['two Host headers', 'GET /api/open-roles HTTP/1.1\r\nHost: here\r\nhost: there\r\n\r\n'],
    ['300 headers', `GET /api/open-roles HTTP/1.1\r\nHost: here\r\n${Array.from({ length: 300 }, (_, at) => `X-${at}: a\r\n`).join('')}\r\n`],
    ['an unknown coding', `${HEAD}Transfer-Encoding: xchunked\r\n\r\n{}`],
  ])('with %s is rejected, and the connection is closed', async (_what, raw) => {
    const answer = await sendRaw(raw)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/)
    expect(answer).not.toMatch(/\b200\b/)
  })
})

test('a request with an unknown method gets a normal response that closes the connection', async () => {
  const [head = '', body = ''] = (await sendRaw('BREW / HTTP/1.1\r\nHost: here\r\n\r\n')).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 /)
  expect(head.split('\r\n')).toEqual(expect.arrayContaining(['connection: close', 'x-content-type-options: nosniff']))
  expect(JSON.parse(body)).toEqual({ detail: "The request couldn't be read." })
})

test.each([
  [5_000, 200],
  [5_001, 422],
])("an export's URL can list 5,000 IDs: %d of 9 digits get %d", async (count, status) => {
  const ids = Array.from({ length: count }, (_, place) => 900_000_000 + place).join(',')
  const { token } = await app.admin()
  expect(
    await sendRaw(`GET /api/applicants/export.csv?ids=${ids} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`),
  ).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

test('longer headers are rejected', async () => {
  expect(await sendRaw(`GET /api/open-roles HTTP/1.1\r\nHost: here\r\nX-Long: ${'a'.repeat(70_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
})

async function sendRaw(raw: string): Promise<string> {
  if (!app.fastify.server.listening) await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.fastify.server.address() as AddressInfo
  return new Promise((resolve) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(raw))
    socket.setTimeout(3_000, () => socket.destroy())
    socket.on('data', (part) => (said += part.toString()))
    socket.on('error', () => {})
    socket.on('close', () => resolve(said))
  })
}
