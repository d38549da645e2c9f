import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { waitForAnimations } from '../setup/accessible.ts'
import { cutOff } from '../setup/cut-off.ts'
import { openEveryScreen, show, type EveryScreen, type Person, type Screen } from '../setup/every-screen.ts'
import { collisions, recordShifts, shiftsOf, smallTargets } from './collisions.ts'

// Contrast in each theme, 320 px (400% of 1280) and larger text are in access.spec.ts, awkward brands in brand.spec.ts, forced colors in forced-colors.spec.ts.

const SIZES = [
  { name: 'a small desk', width: 1280, height: 800, target: 24 },
  { name: 'a desk', width: 1440, height: 900, target: 24 },
  { name: 'a phone', width: 390, height: 844, target: 44 },
] as const
type Size = (typeof SIZES)[number]

const MAX_SHIFT = 0.02
/** Long enough for the browser to paint skeletons before their content arrives. */
const ANSWER_MS = 100

// Both workers share this file.
test.describe.configure({ mode: 'parallel' })

let app: EveryScreen
test.beforeAll(async () => void (app = await openEveryScreen()))
test.afterAll(() => app.product.close())

for (const size of SIZES) {
  for (const part of [0, 1]) {
    test(`on ${size.name}, nothing overlaps, moves or is too small, and the main content is in view (${part + 1} of 2)`, async ({ browser }) => {
      test.setTimeout(600_000)
      const contexts = new Map<Person, BrowserContext>()
      for (const screen of app.screens.filter(({ lands }, place) => !lands && place % 2 === part)) {
        await test.step(`${screen.path} as ${screen.as}`, async () => {
          if (!contexts.has(screen.as)) contexts.set(screen.as, await enter(browser, screen.as, size))
          await visit(contexts.get(screen.as)!, screen, size)
        })
      }
    })
  }
}

function enter(browser: Browser, as: Person, { width, height, target }: Size): Promise<BrowserContext> {
  const isTouched = target === 44
  return app.enter(browser, as, { viewport: { width, height }, isMobile: isTouched, hasTouch: isTouched, reducedMotion: 'reduce' })
}

async function visit(context: BrowserContext, screen: Screen, { width, height, target }: Size): Promise<void> {
  const page = await context.newPage()
  const answered = await slowDown(page)
  await recordShifts(page)
  await show(page, screen)
  await answered()
  await waitForAnimations(page)
  const at = `${screen.path} at ${width}`
  const { sum, by } = await shiftsOf(page)
  expect.soft(sum, `${at} moves: ${by.join('; ')}`).toBeLessThanOrEqual(MAX_SHIFT)
  expect.soft(await cutOff(page), `${at}, cut off`).toEqual([])
  expect.soft(await collisions(page), at).toEqual([])
  expect.soft(await smallTargets(page, target), `${at}, smaller than ${target} px`).toEqual([])
  expect.soft(await isInView(page, screen, height), `${at}, in view`).toBe(true)
  await page.close()
}

/** Delays each response; the returned function waits until all of them have arrived. */
async function slowDown(page: Page): Promise<() => Promise<void>> {
  let missing = 0
  await page.route('**/api/**', async (route) => {
    missing++
    await pause(ANSWER_MS)
    await route.continue().catch(() => undefined)
  })
  page.on('requestfinished', (request) => void (request.url().includes('/api/') && missing--))
  page.on('requestfailed', (request) => void (request.url().includes('/api/') && missing--))
  return () => expect.poll(() => missing).toBe(0)
}

async function isInView(page: Page, { shows, does = shows }: Screen, height: number): Promise<boolean> {
  const boxes = await Promise.all((await does(page).all()).map((one) => one.boundingBox()))
  return boxes.some((box) => box !== null && box.y >= 0 && box.y + Math.min(box.height, 44) <= height)
}
