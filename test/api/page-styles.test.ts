import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWN_PAGE } from '#server/applications/own-page-link.ts'
import { UNSUBSCRIBE } from '#server/mail/unsubscribe.ts'
import { ANSWER_PAGE } from '#server/scheduling/answering/answer-link.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test.each([
  ['home', '/'],
  ['a search', '/?q=nurse'],
  ['a role', '/roles/1'],
  ['the form', '/roles/1/apply'],
  ['an unknown role', '/roles/999999'],
  ['how we hire', '/how-we-hire'],
  ["a candidate's own page", OWN_PAGE],
  ['an unsubscribe link', `${UNSUBSCRIBE}/x`],
  ["an interviewer's answer", `${ANSWER_PAGE}/x`],
  ['the protected document', '/protected-pdf'],
])('%s includes its styles, and its policy allows exactly those', async (_what, path) => {
  const { headers, body } = await app.send('GET', path, undefined, { headers: { accept: 'text/html' } })
  // Skeletons in a streamed page repeat the same styles.
  const styles = new Set([...String(body).matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css!))
  expect(styles.size).toBe(1)
  const hash = createHash('sha256')
    .update([...styles][0]!)
    .digest('base64')
  expect(String(headers['content-security-policy'])).toContain(`;style-src 'self' 'sha256-${hash}';`)
  expect(String(body)).not.toContain('rel="stylesheet"')
})

test.each(['/?q=nurse', OWN_PAGE, `${UNSUBSCRIBE}/x`])('%s, rendered for one visitor, is also compressed', async (url) => {
  const { headers, rawPayload } = await app.fastify.inject({ url, headers: { 'accept-encoding': 'gzip', accept: 'text/html' } })
  expect([headers['content-encoding'], headers['vary']]).toEqual(['gzip', 'accept-encoding'])
  expect(rawPayload.length).toBeLessThan(14 * 1024)
  expect(gunzipSync(rawPayload).toString()).toContain('</html>')
})
