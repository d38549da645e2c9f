import { expect, test } from '@playwright/test'
import { openEveryScreen, show, type EveryScreen } from './setup/every-screen.ts'

let app: EveryScreen
test.beforeAll(async () => void (app = await openEveryScreen()))
test.afterAll(async () => app.product.close())

test('no page makes a browser report a policy violation', async ({ browser }) => {
  for (const as of ['admin', 'interviewer', 'visitor'] as const) {
    const context = await app.enter(browser, as)
    const reports: string[] = []
    await context.exposeBinding('blocked', ({ page }, what: string) => void reports.push(`${page.url()}: ${what}`))
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        void (window as unknown as { blocked: (what: string) => void }).blocked(`${effectiveDirective} ${blockedURI}`)
      })
    })
    const page = await context.newPage()
    const screens = app.screens.filter((screen) => screen.as === as && !screen.lands && !screen.first)
    if (as === 'admin') expect(screens.length).toBeGreaterThan(10)
    for (const screen of screens) await test.step(screen.path, () => show(page, screen))
    expect(reports).toEqual([])
    await context.close()
  }
  const metrics = await (await fetch(`${app.product.url}/metrics`)).text()
  expect(metrics.match(/^rounds_csp_reports_total\{.*/gm) ?? []).toEqual([])
})
