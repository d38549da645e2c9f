import { expect, test, type BrowserContext, type ConsoleMessage, type Locator, type Page } from '@playwright/test'
import { barriersOf } from './accessible.ts'
import { LOOKS, openEveryScreen, show, type EveryScreen, type Person, type Screen } from './every-screen.ts'

const TITLES = [
  ['/admin', 'Careers-Admin'],
  ['/interviewer', 'Careers-Interviewers'],
  ['/', /Meridian Health/],
] as const
let app: EveryScreen
test.beforeAll(async () => void (app = await openEveryScreen()))
test.afterAll(() => app.product.close())

for (const look of LOOKS) {
  test(`every route is there without a barrier or a fault, in ${look.colorScheme} at ${look.viewport.width}`, { tag: '@access' }, async ({ browser }) => {
    test.setTimeout(600_000)
    const contexts = new Map<Person, BrowserContext>()
    for (const screen of app.screens.filter(({ lands }) => !lands)) {
      await test.step(`${screen.path} as ${screen.as}`, async () => {
        if (!contexts.has(screen.as)) contexts.set(screen.as, await app.enter(browser, screen.as, look))
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
  for (const screen of app.screens.filter(({ lands }) => lands)) {
    await test.step(`${screen.path} as ${screen.as}`, async () => {
      const context = await app.enter(browser, screen.as)
      const page = await context.newPage()
      const faults = watch(page, screen)
      await arrive(page, screen)
      expect(faults).toEqual([])
      await context.close()
    })
  }
})

/** Each area with its logo, its menu, and the cards of its home. */
const AREAS: [Person, string, [string, string][], [string, string][]][] = [
  [
    'admin',
    '/admin/dashboard',
    [
      ['Applicant Review', '/admin/applications'],
      ['Edit Roles', '/admin/roles'],
      ['Edit Questions', '/admin/questions'],
      ['Edit Email Templates', '/admin/email-templates'],
      ['Edit Interview Instructions', '/admin/interview-instructions'],
      ['Manage Interviewers', '/admin/interviewers'],
      ['Logout', '/admin/login'],
    ],
    [
      ['Applications', '/admin/applications'],
      ['Roles', '/admin/roles'],
      ['Questions', '/admin/questions'],
      ['Email Templates', '/admin/email-templates'],
      ['Interview Instructions', '/admin/interview-instructions'],
      ['Interviewers', '/admin/interviewers'],
    ],
  ],
  [
    'interviewer',
    '/interviewer',
    [
      ['Applicant Review', '/interviewer/dashboard'],
      ['Logout', '/interviewer/login'],
    ],
    [],
  ],
]

test('the logo, the menu and the cards of each area lead where they say, and a login has no menu', async ({ browser }) => {
  const linksIn = (place: Locator) => place.getByRole('link').evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]))
  for (const [as, home, menu, cards] of AREAS) {
    const context = await app.enter(browser, as)
    const page = await context.newPage()
    await page.goto(`/${as}/dashboard`)
    await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
    expect(await linksIn(page.getByRole('navigation', { name: 'Main' }))).toEqual(menu)
    await expect(page.getByRole('banner').getByRole('link').first()).toHaveAttribute('href', home)
    if (cards.length > 0) expect(await linksIn(page.getByRole('region', { name: 'Where to' }))).toEqual(cards)
    await context.close()

    const visit = await app.enter(browser, 'visitor')
    const login = await visit.newPage()
    await login.goto(`/${as}/login`)
    await expect(login.getByLabel('E-mail')).toBeVisible()
    await expect(login.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await visit.close()
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
  const isOwn = (url: string) => url.startsWith(app.product.url) || /^(data|blob|about):/.test(url)
  // The browser writes each 404 on its console, and that it kept the test's own scripts out of the preview of an email.
  const isExpected = (message: ConsoleMessage) =>
    (missing && message.location().url.startsWith(app.product.url + missing)) || /srcdoc.*sandboxed/.test(message.text())
  page.on('console', (message) => message.type() === 'error' && !isExpected(message) && faults.push(`${message.text()} ${message.location().url}`))
  page.on('pageerror', (fault) => faults.push(fault.message))
  page.on('request', (request) => isOwn(request.url()) || faults.push(`asks ${request.url()}`))
  return faults
}
