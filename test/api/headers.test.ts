import { globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
]

describe('every answer', () => {
  test.each(ANSWERS)('%s carries the headers that protect a browser', async (_what, method, path, body) => {
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

  test('the staff app has a nonce of its own in each answer, is kept by no cache and found by no search', async () => {
    const [first, second] = [await app.send('GET', '/admin/login'), await app.send('GET', '/interviewer/dashboard')]
    const nonce = (headers: typeof first.headers) => /style-src 'nonce-([\w-]{20,})'/.exec(String(headers['content-security-policy']))![1]
    expect(nonce(first.headers)).not.toBe(nonce(second.headers))
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
    expect(String(first.body)).toContain('<title>Careers-Admin</title>')
    expect(String(second.body)).toContain('<title>Careers-Interviewers</title>')
    for (const address of app.env.ADMIN_EMAILS) expect(String(first.body)).not.toContain(address)
  })

  test('no built file names an admin', () => {
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

  test('a file under the staff app is not there', async () => {
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
  ])('%s may not read an answer or cause a change', async (origin) => {
    const read = await app.send('GET', '/api/open-roles', undefined, { headers: { origin } })
    const asked = await app.send('OPTIONS', '/api/auth/send-code', undefined, { headers: { origin, 'access-control-request-method': 'POST' } })
    for (const { headers } of [read, asked]) expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    const changed = await app.send('POST', '/api/user-session', {}, { headers: { origin, 'sec-fetch-site': 'cross-site' } })
    expect(changed.status).toBe(403)
  })

  test('JSON in the clothes of a plain form is refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const { status } = await app.send('POST', '/api/auth/send-code', '{"email":"a@b.example"}', { headers: { 'content-type': type } })
      expect(status).toBe(415)
    }
  })
})

test('a body that cannot be read is 400, and one of more than 1 MB is not read at all', async () => {
  const send = (body: string) => app.send('POST', '/api/auth/send-code', body, { headers: { 'content-type': 'application/json' } })
  const email = (length: number) => JSON.stringify({ email: 'a'.repeat(length) })
  expect((await send('{"email":')).status).toBe(400)
  expect((await send(email(1024 * 1024 - 100))).status).toBe(422)
  const large = await send(email(1024 * 1024))
  expect([large.status, typeof large.body.detail]).toEqual([413, 'string'])
})

describe('a request that two servers could read in two ways', () => {
  const HEAD = 'POST /api/auth/send-code HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n'
  test.each([
    ['both lengths', `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['two lengths', `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['lines without a carriage return', HEAD.replaceAll('\r\n', '\n') + 'Content-Length: 2\n\n{}'],
    ['a folded header', `${HEAD}X-Long: a\r\n b\r\nContent-Length: 2\r\n\r\n{}`],
    ['a space before the colon', `${HEAD}Content-Length : 2\r\n\r\n{}`],
    ['an unknown coding', `${HEAD}Transfer-Encoding: xchunked\r\n\r\n{}`],
  ])('with %s is refused and cut off', async (_what, raw) => {
    const answer = await sendRaw(raw)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/)
    expect(answer).not.toMatch(/\b200\b/)
  })
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
