import { afterAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { codeFor } from '#test/signing-in.ts'

const read = (app: TestApp, headers: Record<string, string> = {}, path = '/dev/mail') =>
  app.send('GET', path, undefined, { headers: { host: 'localhost:3000', ...headers } })

test('with demo data, a browser on this machine can read the emails', async () => {
  await using app = await startApp()
  await codeFor(app)
  await app.outbox.sendDue()
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST']) {
    const { status, body } = await read(app, { host })
    expect([host, status]).toEqual([host, 200])
    expect(String(body)).toContain('Your code for')
  }
})

const stocked = await startApp()
afterAll(() => stocked.close())

test.each([
  { 'x-forwarded-for': '192.0.2.7' },
  { 'x-forwarded-host': 'careers.corp.example' },
  { forwarded: 'for=192.0.2.7' },
  { 'x-real-ip': '127.0.0.1' },
  { via: '1.1 proxy' },
  { host: 'careers.corp.example' },
  { host: 'localhost.evil.example' },
  { host: '127.0.0.1.evil.example:3000' },
] as Record<string, string>[])('the mailbox returns 404 for a request with %j', async (headers) => {
  const { status, body } = await read(stocked, headers)
  expect([status, JSON.stringify(body)]).toEqual([404, expect.not.stringContaining('mailbox')])
})

test("the mailbox doesn't exist without demo data or with a mail server", async () => {
  await using bare = await startApp({ SEED: 'reference', ADMIN_EMAILS: 'admin@meridianhealth.example' })
  expect((await read(bare)).status).toBe(404)
  await using appWithServer = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' })
  expect((await read(appWithServer)).status).toBe(404)
})
