import { expect, test, type BrowserContext } from '@playwright/test'
import { openEveryScreen, show, type EveryScreen, type Person } from './every-screen.ts'
import { stopsOf } from './focus-seen.ts'

let app: EveryScreen
test.beforeAll(async () => void (app = await openEveryScreen()))
test.afterAll(() => app.product.close())

const LOOKS = [
  { name: 'light, on a phone', colorScheme: 'light', viewport: { width: 390, height: 700 } },
  { name: 'dark, on a desk', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'forced colours, on a desk', forcedColors: 'active', viewport: { width: 1280, height: 800 } },
] as const

for (const { name, ...look } of LOOKS) {
  test(`the focus is seen on all that a key reaches, and nothing covers it: ${name}`, { tag: '@access' }, async ({ browser }) => {
    test.setTimeout(600_000)
    const contexts = new Map<Person, BrowserContext>()
    for (const screen of app.screens.filter(({ lands }) => !lands)) {
      await test.step(`${screen.path} as ${screen.as}`, async () => {
        if (!contexts.has(screen.as)) contexts.set(screen.as, await app.enter(browser, screen.as, { ...look, reducedMotion: 'reduce' }))
        const page = await contexts.get(screen.as)!.newPage()
        await show(page, screen)
        const stops = [...(await stopsOf(page, 'Tab', 40)), ...(await stopsOf(page, 'Shift+Tab', 10))]
        expect.soft(stops.length, screen.path).toBeGreaterThan(3)
        const faults = stops.flatMap(({ what, fault }) => (fault ? `${what}: ${fault}` : []))
        expect.soft([...new Set(faults)], screen.path).toEqual([])
        await page.close()
      })
    }
    for (const context of contexts.values()) await context.close()
  })
}
