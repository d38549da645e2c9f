import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { openEveryScreen, show, type EveryScreen, type Person, type Screen } from './every-screen.ts'

/** What a reader may set: https://www.w3.org/TR/WCAG22/#text-spacing */
const SPACED = '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }'
const LARGE = ':root { font-size: 200% !important }'
/**
 * Cut on purpose: the first two lines of a description, with a link to all of it; the long answers of the table, which open in full;
 * the unseen text over the drawn pages of a document; the line numbers of a source, which hold a wider number to measure by.
 */
const MEANT = '.role-card p, button[aria-haspopup="dialog"], .pdf-text, .cm-gutter'

let app: EveryScreen
test.beforeAll(async () => void (app = await openEveryScreen()))
test.afterAll(() => app.product.close())

test('every screen fits 320 pixels, and wider spacing or text of twice the size cut nothing off', { tag: '@access' }, async ({ browser }) => {
  test.setTimeout(600_000)
  const contexts = new Map<Person, BrowserContext>()
  for (const screen of app.screens.filter(({ lands }) => !lands)) {
    await test.step(`${screen.path} as ${screen.as}`, async () => {
      if (!contexts.has(screen.as)) contexts.set(screen.as, await app.enter(browser, screen.as, { viewport: { width: 320, height: 640 } }))
      const page = await contexts.get(screen.as)!.newPage()
      await show(page, screen)
      await fits(page, screen)
      await page.close()
    })
  }
  for (const context of contexts.values()) await context.close()
})

async function fits(page: Page, { path }: Screen): Promise<void> {
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at 320`).toBeLessThanOrEqual(320)
  for (const [name, sheet, width] of [
    ['wider spacing', SPACED, 320],
    ['wider spacing', SPACED, 1280],
    ['text of twice the size', LARGE, 1280],
  ] as const) {
    await wear(page, sheet)
    await page.setViewportSize({ width, height: 800 })
    await page.waitForTimeout(100)
    expect.soft(await cutOff(page), `${path} at ${width} with ${name}`).toEqual([])
  }
}

/** A style sheet over all others; those within previews are worn there too. */
async function wear(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
    for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((one) => !('isWorn' in one)), Object.assign(sheet, { isWorn: true })]
  }, css)
}

/** Elements that hide a part of their text and cannot be scrolled. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate((meant) => {
    const within = (root: ParentNode): Element[] => [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? within(one.shadowRoot) : [])])
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    const isCut = (one: Element) => {
      const { overflowX, overflowY } = getComputedStyle(one)
      return (hides(overflowY) && one.scrollHeight > one.clientHeight + 1) || (hides(overflowX) && one.scrollWidth > one.clientWidth + 1)
    }
    return within(document.body)
      .filter((one) => one.clientWidth > 1 && one.clientHeight > 1 && one.textContent.trim() !== '' && !one.matches(`${meant}, svg *, input, textarea, select`))
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && isCut(one))
      .map((one) => `${one.tagName.toLowerCase()}.${one.className}: ${one.textContent.trim().slice(0, 60)}`)
  }, MEANT)
}
