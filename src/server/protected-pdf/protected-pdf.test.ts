import { writeFile } from 'node:fs/promises'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readProtectedPdf } from '#contract/protected-pdf.ts'
import { startApp } from '#test/setup/app.ts'

const path = join(mkdtempSync(join(tmpdir(), 'rounds-document-')), 'document.pdf')
await writeFile(path, '%PDF-1.4 the document %%EOF')
const SETTINGS = { PROTECTED_PDF_PATH: path, PROTECTED_PDF_PASSWORD: 'open sesame', LIMITS_SCALE: '1' }
const app = await startApp(SETTINGS)
afterAll(() => app.close())

test('the right password returns the PDF, which is never cached', async () => {
  const { status, headers, body } = await app.call(readProtectedPdf, { password: 'open sesame' })
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/pdf', 'no-store'])
  expect(String(body)).toContain('the document')
})

test('five wrong passwords get the same error; the sixth has to wait', async () => {
  const attempts = []
  for (const password of ['a', '', 'open sesam', 'OPEN SESAME', 'x'.repeat(999), 'b']) attempts.push(await app.call(readProtectedPdf, { password }))

  expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 429])
  expect(new Set(attempts.slice(0, 5).map(({ body }) => body.detail))).toEqual(new Set(['Incorrect password.']))
  expect(Number(attempts[5]!.headers['retry-after'])).toBeGreaterThan(0)
})

test('of 60 simultaneous password attempts, five are checked, and even the right one has to wait', async () => {
  await using fresh = await startApp(SETTINGS)
  const passwords = [...Array.from({ length: 59 }, (_, at) => `wrong ${at}`), 'open sesame']
  const attempts = await Promise.all(passwords.map((password) => fresh.call(readProtectedPdf, { password })))
  const statuses = attempts.map(({ status }) => status)
  expect(statuses.filter((status) => status === 403)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(55)
})

test("the right password doesn't count toward the limit", async () => {
  await using fresh = await startApp(SETTINGS)
  for (let read = 0; read < 8; read++) expect((await fresh.call(readProtectedPdf, { password: 'open sesame' })).status).toBe(200)
})

test("a flood of password attempts doesn't starve other requests: some attempts are told to try again", async () => {
  await using fresh = await startApp({ ...SETTINGS, TRUST_PROXY: '1' })
  const tryFrom = (client: number) =>
    fresh.send('POST', readProtectedPdf.path, { password: 'wrong' }, { headers: { 'x-forwarded-for': `10.0.${client >> 8}.${client & 255}` } })
  const tries = await Promise.all(Array.from({ length: 50 }, (_, client) => tryFrom(client)))
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([403, 503]))
  expect(Number(tries.find(({ status }) => status === 503)!.headers['retry-after'])).toBeGreaterThan(0)
  expect((await fresh.call(readProtectedPdf, { password: 'open sesame' })).status).toBe(200)
})

test('no document is served until one is published', async () => {
  await using bare = await startApp({ SEED: 'none', ADMIN_EMAILS: 'admin@meridianhealth.example' })
  expect((await bare.call(readProtectedPdf, { password: 'rounds-demo' })).status).toBe(404)
})
