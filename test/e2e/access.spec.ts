import { expect, test, type Browser, type Page } from '@playwright/test'
import { barriersOf, CONTRAST, waitForAnimations } from './setup/accessible.ts'
import { cutOff, applyStyles } from './setup/cut-off.ts'
import { openEveryScreen, show, type EveryScreen, type Person, type Screen } from './setup/every-screen.ts'
import { findStops } from './setup/focus-seen.ts'
import { expectFrame, watchForProblems } from './setup/screen-frame.ts'

/** Text spacing that users may set: https://www.w3.org/TR/WCAG22/#text-spacing */
const SPACED = '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }'
const LARGE = ':root { font-size: 200% !important }'

const DESK = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Each screen is opened once and checked with all of these; a dark palette affects only contrast. */
const LOOKS = [
  { name: 'light on a desk', scheme: 'light', size: DESK },
  { name: 'dark on a desk', scheme: 'dark', size: DESK, only: CONTRAST },
  { name: 'dark on a phone', scheme: 'dark', size: PHONE, only: CONTRAST },
  { name: 'light on a phone', scheme: 'light', size: PHONE },
] as const
const FOCUS_LOOKS = [
  { name: 'light, on a phone', colorScheme: 'light', forcedColors: 'none', size: { width: 390, height: 700 } },
  { name: 'dark, on a desk', colorScheme: 'dark', forcedColors: 'none', size: { width: 1280, height: 800 } },
  { name: 'forced colors, on a desk', colorScheme: 'light', forcedColors: 'active', size: { width: 1280, height: 800 } },
] as const
const TEXT_LOOKS = [
  ['wider spacing', SPACED, 320],
  ['wider spacing', SPACED, 1280],
  ['text of twice the size', LARGE, 1280],
] as const

// Both workers share this file, because it's the longest. Any other file runs in a single worker, which starts its server once.
test.describe.configure({ mode: 'parallel' })

let app: EveryScreen
test.beforeAll(async () => void (app = await openEveryScreen()))
test.afterAll(() => app.product.close())

const PARTS = 4
for (let part = 0; part < PARTS; part++) {
  test(`every screen is accessible, shows focus and doesn't cut off text (${part + 1} of ${PARTS})`, { tag: '@access' }, async ({ browser }) => {
    test.setTimeout(600_000)
    const screens = app.screens.filter(({ lands }) => !lands).filter((_, place) => place % PARTS === part)
    for (const screen of screens) await test.step(`${screen.path} as ${screen.as}`, () => visit(browser, screen))
  })
}

test('unknown paths and paths that require sign-in redirect to the right page', async ({ browser }) => {
  test.setTimeout(300_000)
  const contexts = new Map<Person, Promise<{ newPage: () => Promise<Page> }>>()
  for (const screen of app.screens.filter(({ lands }) => lands)) {
    await test.step(`${screen.path} as ${screen.as}`, async () => {
      if (!contexts.has(screen.as)) contexts.set(screen.as, app.enter(browser, screen.as))
      const page = await (await contexts.get(screen.as)!).newPage()
      const problems = watchForProblems(page, app.product.url, screen)
      await show(page, screen)
      await expectFrame(page, screen)
      expect(problems).toEqual([])
      await page.close()
    })
  }
})

async function visit(browser: Browser, screen: Screen): Promise<void> {
  const context = await app.enter(browser, screen.as, { viewport: DESK, colorScheme: 'light' })
  const page = await context.newPage()
  const problems = watchForProblems(page, app.product.url, screen)
  await show(page, screen)
  await expectFrame(page, screen)
  await waitForAnimations(page)
  // The checker itself sets inline styles, which the page's content security policy blocks.
  expect.soft(problems, screen.path).toEqual([])
  await hasNoBarriers(page, screen)
  await showsFocus(page, screen)
  await fits(page, screen)
  await context.close()
}

async function hasNoBarriers(page: Page, { path }: Screen): Promise<void> {
  for (const { name, scheme, size, ...look } of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize(size)
    await waitForAnimations(page)
    expect.soft(await barriersOf(page, 'only' in look ? look.only : undefined), `${path} ${name}`).toEqual([])
  }
}

async function showsFocus(page: Page, { path }: Screen): Promise<void> {
  for (const { name, colorScheme, forcedColors, size } of FOCUS_LOOKS) {
    await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    await startAtTheTop(page)
    const stops = [...(await findStops(page, 'Tab', 40)), ...(await findStops(page, 'Shift+Tab', 10))]
    expect.soft(stops.length, `${path} ${name}`).toBeGreaterThan(3)
    const hidden = stops.flatMap(({ what, error }) => (error ? `${what}: ${error}` : []))
    expect.soft([...new Set(hidden)], `${path} ${name}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: null })
}

/** Makes the next Tab go to the page's first stop, as on a freshly opened page. */
function startAtTheTop(page: Page): Promise<void> {
  return page.evaluate(() => {
    const start = document.createElement('button')
    document.body.prepend(start)
    start.focus()
    start.remove()
    scrollTo(0, 0)
  })
}

async function fits(page: Page, { path }: Screen): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await waitForAnimations(page)
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at 320`).toBeLessThanOrEqual(320)
  for (const [name, sheet, width] of TEXT_LOOKS) {
    await applyStyles(page, sheet)
    await page.setViewportSize({ width, height: 800 })
    await waitForAnimations(page)
    expect.soft(await cutOff(page), `${path} at ${width} with ${name}`).toEqual([])
  }
}
