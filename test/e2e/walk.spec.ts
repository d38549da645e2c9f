import { expect, test, type BrowserContext, type ConsoleMessage, type Page } from '@playwright/test'
import { barriersOf } from './accessible.ts'
import { LOOKS, openEveryScreen, show, type EveryScreen, type Person, type Screen } from './every-screen.ts'

const TITLES = [
  ['/admin', 'Careers-Admin'],
  ['/interviewer', 'Careers-Interviewers'],
  ['/', /Meridian Health/],
] as const
let house: EveryScreen
test.beforeAll(async () => void (house = await openEveryScreen()))
test.afterAll(() => house.product.close())

for (const look of LOOKS) {
  test(`every route is there without a barrier or a fault, in ${look.colorScheme} at ${look.viewport.width}`, async ({ browser }) => {
    test.setTimeout(600_000)
    const contexts = new Map<Person, BrowserContext>()
    for (const screen of house.screens.filter(({ lands }) => !lands)) {
      await test.step(`${screen.path} as ${screen.as}`, async () => {
        if (!contexts.has(screen.as)) contexts.set(screen.as, await house.enter(browser, screen.as, look))
        const page = await contexts.get(screen.as)!.newPage()
        const faults = watch(page, screen)
        await arrive(page, screen)
        expect.soft(faults, screen.path).toEqual([])
        expect.soft(await barriersOf(page), screen.path).toEqual([])
        await page.close()
      })
    }
    for (const context of contexts.values()) await context.close()
  })
}

test('unknown paths, and paths behind a login, lead where they should', async ({ browser }) => {
  test.setTimeout(300_000)
  for (const screen of house.screens.filter(({ lands }) => lands)) {
    await test.step(`${screen.path} as ${screen.as}`, async () => {
      const context = await house.enter(browser, screen.as)
      const page = await context.newPage()
      const faults = watch(page, screen)
      await arrive(page, screen)
      expect(faults).toEqual([])
      await context.close()
    })
  }
})

async function arrive(page: Page, screen: Screen): Promise<void> {
  await show(page, screen)
  const { pathname } = new URL(page.url())
  expect(pathname).toBe(screen.lands ?? screen.path.split('?')[0])
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(page.getByRole('link', { name: /^Skip to / })).toHaveCount(1)
  await expect(page).toHaveTitle(TITLES.find(([area]) => pathname.startsWith(area))![1])
  await expect(page.getByRole('contentinfo')).toHaveCount(pathname.startsWith('/admin') || pathname.endsWith('/login') ? 0 : 1)
  // What fades in has no contrast yet, and what fails late is seen.
  await page.waitForTimeout(300)
}

/** What the page wrote as an error, could not run, was refused by its own policy, or asked of another host. */
function watch(page: Page, { missing }: Screen): string[] {
  const faults: string[] = []
  const isOwn = (url: string) => url.startsWith(house.product.url) || /^(data|blob|about):/.test(url)
  // The browser writes each 404 on its console, and that it kept the test's own scripts out of the preview of a letter.
  const isExpected = (message: ConsoleMessage) =>
    (missing && message.location().url.startsWith(house.product.url + missing)) || /srcdoc.*sandboxed/.test(message.text())
  page.on('console', (message) => message.type() === 'error' && !isExpected(message) && faults.push(`${message.text()} ${message.location().url}`))
  page.on('pageerror', (fault) => faults.push(fault.message))
  page.on('request', (request) => isOwn(request.url()) || faults.push(`asks ${request.url()}`))
  return faults
}
