import { writeFile } from 'node:fs/promises'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readProtectedPdf } from '#contract/protected-pdf.ts'
import { startApp } from '#test/setup/app.ts'

const path = join(mkdtempSync(join(tmpdir(), 'rounds-document-')), 'document.pdf')
await writeFile(path, '%PDF-1.4 the document %%EOF')
const app = await startApp({ PROTECTED_PDF_PATH: path, PROTECTED_PDF_PASSWORD: 'open sesame', LIMITS_SCALE: '1' })
afterAll(() => app.close())

test('the right password gives the PDF, kept by no cache', async () => {
  const { status, headers, body } = await app.call(readProtectedPdf, { password: 'open sesame' })
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/pdf', 'no-store'])
  expect(String(body)).toContain('the document')
})

test('five wrong passwords are told the same, the sixth has to wait', async () => {
  const tries = []
  for (const password of ['a', '', 'open sesam', 'OPEN SESAME', 'x'.repeat(999), 'b']) tries.push(await app.call(readProtectedPdf, { password }))

  expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 429])
  expect(new Set(tries.slice(0, 5).map(({ body }) => body.detail))).toEqual(new Set(['Incorrect password.']))
  expect(Number(tries[5]!.headers['retry-after'])).toBeGreaterThan(0)
})

test('where none is published there is no document', async () => {
  await using bare = await startApp({ SEED: 'none', ADMIN_EMAILS: 'admin@meridianhealth.example' })
  expect((await bare.call(readProtectedPdf, { password: 'rounds-demo' })).status).toBe(404)
})
