import { expect, test } from 'vitest'
import { reportVitals } from '#contract/careers.ts'
import { startApp } from '#test/setup/app.ts'

test('vitals from a public page are accepted; malformed ones, or those from other pages, are rejected', async () => {
  await using app = await startApp()
  const vitals = [{ name: 'LCP' as const, value: 812.5, metric_id: 'v5-1' }]

  expect((await app.call(reportVitals, { page: '/roles/:id', vitals })).status).toBe(204)
  expect((await app.send('POST', '/api/vitals', { page: '/admin/dashboard', vitals })).status).toBe(422)
  expect((await app.send('POST', '/api/vitals', { page: '/', vitals: [{ name: 'email', value: 1, metric_id: 'a' }] })).status).toBe(422)
})

test('the policy allows the analytics tag only if it is configured, and only on pages that may be measured', async () => {
  await using measured = await startApp({ ANALYTICS_MEASUREMENT_ID: 'G-TEST1234' })
  await using plain = await startApp()
  const policy = async (app: typeof plain, path: string) => String((await app.send('GET', path)).headers['content-security-policy'])

  expect(await policy(measured, '/how-we-hire')).toContain('googletagmanager.com')
  expect(await policy(measured, '/admin/login')).not.toContain('googletagmanager.com')
  expect(await policy(measured, '/roles/1/apply')).not.toContain('googletagmanager.com')
  expect(await policy(plain, '/how-we-hire')).not.toContain('googletagmanager.com')
})
