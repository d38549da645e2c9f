import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { createCanvas } from '@napi-rs/canvas'
import { colorOf as rgbOf } from '#contract/brand/colors.ts'
import { DEFAULT_ACCENT, schemesOf } from '#contract/brand/brand-colors.ts'
import { barriersOf, CONTRAST, expectAccessible, settled } from './setup/accessible.ts'
import { ADMIN, carry, openProduct, watch, type Product, type Session } from './setup/product.ts'

/** The accessibility checker sets inline styles, which the policy blocks. */
const CHECKER = /sandboxed|Applying inline style/

let product: Product
let owner: Session
test.beforeAll(async () => {
  product = await openProduct()
  owner = await product.signIn(ADMIN, 'admin')
})
test.afterAll(() => product.close())

async function picture(width: number, height: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#d08030'
  context.fillRect(0, 0, width / 2, height)
  return { name: 'picture.png', mimeType: 'image/png', buffer: await canvas.encode('png') }
}

const colorOf = (page: Page) =>
  page
    .getByRole('link', { name: 'Apply Now' })
    .first()
    .evaluate((one) => getComputedStyle(one).backgroundColor)

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Headline').fill('Care close to home.')
  await page.getByLabel('Accent color').fill('#ffd400')
  await page.getByLabel('Accent color').press('Tab')
  await expect(page.getByText(/4\.5 is needed for text/)).toBeVisible()
  await page.getByLabel('Accent color').fill('#7a1fa2')
  await page.getByLabel('Logo file').setInputFiles(await picture(400, 120))
  await expect(page.getByRole('button', { name: 'Remove logo' })).toBeVisible()
  await page.getByLabel('Picture file').setInputFiles(await picture(1800, 900))
  await page.getByLabel("What's in the picture").fill('A nurse on a video call')
  await page.getByRole('slider', { name: 'Focal point, left to right' }).press('Home')
  await page.getByRole('button', { name: 'Remove benefit 3' }).click()
}

async function expectBrand(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Care close to home.')
  const shown = page.getByAltText('A nurse on a video call')
  await expect(shown).toHaveJSProperty('complete', true)
  expect(
    await shown.evaluate((one: HTMLImageElement) => [one.currentSrc.endsWith('.avif'), one.naturalWidth > 0, getComputedStyle(one).objectPosition]),
  ).toEqual([true, true, '0% 50%'])
  await expect(page.getByRole('link', { name: 'Meridian Health Careers' })).toBeVisible()
  await expect(page.getByText('Annual Hackathon')).toHaveCount(0)
  await expectAccessible(page)
}

test('an owner gives the site a color, a logo, a picture and text, and candidates see them immediately', async ({ browser }) => {
  // Encodes two pictures and checks three pages for accessibility.
  test.slow()
  const page = await browser.newPage({ baseURL: product.url })
  const faults = watch(page, CHECKER)
  await carry(page, 'admin', owner)
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Brand' }).click()
  await fillIn(page)
  const preview = page.getByRole('group', { name: 'As candidates see it' })
  await expect(preview.getByRole('heading', { name: 'Care close to home.' })).toBeVisible()
  await expect(preview.getByAltText('A nurse on a video call')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Brand updated successfully.')).toBeVisible()
  await expectAccessible(page)

  for (const colorScheme of ['light', 'dark'] as const) {
    const visitor = await browser.newPage({ baseURL: product.url, colorScheme })
    const theirFaults = watch(visitor, CHECKER)
    await expectBrand(visitor)
    await visitor.goto('/roles/1')
    if (colorScheme === 'light') expect(await colorOf(visitor)).toBe('rgb(122, 31, 162)')
    await visitor.goto('/admin/login')
    await expect(visitor.getByAltText('Meridian Health')).toBeVisible()
    expect(theirFaults).toEqual([])
  }
  expect(faults).toEqual([])
})

const THEMES = ['light', 'dark'] as const
/** Yellow, neon green, and nearly white. */
const AWKWARD = ['#ffd400', '#39ff14', '#f7f7f2']
/** Screens with each kind of color, and what shows they're complete: numbers that are urgent, statuses, alerts, quiet buttons, bars over their limit. */
const COLORFUL: [string, (page: Page) => Locator][] = [
  ['/', (page) => page.getByRole('link', { name: /^View Details/ }).first()],
  ['/roles/1/apply', (page) => page.getByRole('button', { name: 'Submit application' })],
  ['/admin/dashboard?days=90', (page) => page.getByRole('heading', { name: 'Days in a status' })],
  ['/admin/applications/1/all/400', (page) => page.getByRole('table', { name: 'Applicants' })],
  ['/admin/email-templates/1', (page) => page.getByRole('textbox', { name: 'Email HTML Content', exact: true })],
  ['/admin/system', (page) => page.getByRole('heading', { name: 'No problem found' })],
]

test('only accent colors follow the brand; warnings, errors and successes keep theirs, and all text is readable', async ({ browser }) => {
  test.setTimeout(600_000)
  const usual = await eachLook(browser, DEFAULT_ACCENT, (page, scheme) => otherColors(page, DEFAULT_ACCENT, scheme))
  for (const accent of AWKWARD) {
    const looks = await eachLook(browser, accent, async (page, scheme) => [await otherColors(page, accent, scheme), await barriersOf(page, CONTRAST)] as const)
    for (const [look, [colors, barriers]] of looks) {
      expect.soft(colors, `${accent} ${look}`).toEqual(usual.get(look))
      expect.soft(barriers, `${accent} ${look}`).toEqual([])
    }
  }
})

/** Reads something on each colorful screen under an accent, in both themes. */
async function eachLook<Read>(
  browser: Browser,
  accent: string,
  read: (page: Page, scheme: (typeof THEMES)[number]) => Promise<Read>,
): Promise<Map<string, Read>> {
  expect((await product.ask({ path: '/api/brand', method: 'PUT', body: { accent }, as: owner })).status).toBe(200)
  const looks = new Map<string, Read>()
  const page = await browser.newPage({ baseURL: product.url, reducedMotion: 'reduce' })
  await carry(page, 'admin', owner)
  for (const [path, shown] of COLORFUL) {
    await page.goto(path)
    await shown(page).waitFor()
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      await settled(page)
      looks.set(`${path} ${colorScheme}`, await read(page, colorScheme))
    }
  }
  await page.close()
  return looks
}

/** Returns the colors on the page that don't come from its accent. */
async function otherColors(page: Page, accent: string, scheme: (typeof THEMES)[number]): Promise<string[]> {
  const accents = new Set(Object.values(schemesOf(accent)[scheme]).map((hex) => `rgb(${rgbOf(hex).join(', ')})`))
  const all = await page.evaluate(() => {
    const seen = new Set<string>()
    for (const one of document.body.querySelectorAll('*')) {
      if (!one.checkVisibility()) continue
      const { color, backgroundColor, borderTopColor, borderTopWidth, fill, stroke } = getComputedStyle(one)
      for (const each of [color, backgroundColor, ...(borderTopWidth === '0px' ? [] : [borderTopColor]), ...(one instanceof SVGElement ? [fill, stroke] : [])])
        seen.add(each)
    }
    return [...seen]
  })
  return all.filter((color) => color.startsWith('rgb') && !accents.has(color)).toSorted()
}
