import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { createCanvas } from '@napi-rs/canvas'
import { parseHex as rgbOf } from '#contract/brand/colors.ts'
import { DEFAULT_ACCENT, schemesFor } from '#contract/brand/brand-colors.ts'
import { barriersOf, CONTRAST, expectAccessible, waitForAnimations } from './setup/accessible.ts'
import { cutOff } from './setup/cut-off.ts'
import { ADMIN, storeSession, openProduct, watch, type Product, type Session } from './setup/product.ts'

/** The accessibility checker sets inline styles, which the content security policy blocks. */
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

const parseHex = (page: Page) =>
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

test("an owner sets the site's color, logo, image and text, and candidates see them immediately", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: product.url })
  const errors = watch(page, CHECKER)
  await storeSession(page, 'admin', owner)
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Brand' }).click()
  await fillIn(page)
  const preview = page.frameLocator('[title="As candidates see it: preview"]')
  await expect(preview.getByRole('heading', { name: 'Care close to home.' })).toBeVisible()
  await expect(preview.getByAltText('A nurse on a video call')).toBeVisible()
  const dark = page.frameLocator('[title="In dark mode: preview"]').getByRole('heading', { name: 'Care close to home.' })
  const phone = page.frameLocator('[title="On a phone: preview"]').getByRole('heading', { name: 'Care close to home.' })
  const inkOf = (heading: Locator) => heading.evaluate((one) => getComputedStyle(one).color)
  expect(await inkOf(dark)).not.toBe(await inkOf(phone))
  expect((await phone.boundingBox())!.width).toBeLessThan(390)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Brand updated successfully.')).toBeVisible()
  await expectAccessible(page)

  for (const colorScheme of ['light', 'dark'] as const) {
    const visitor = await browser.newPage({ baseURL: product.url, colorScheme })
    const theirErrors = watch(visitor, CHECKER)
    await expectBrand(visitor)
    await visitor.goto('/roles/1')
    if (colorScheme === 'light') expect(await parseHex(visitor)).toBe('rgb(122, 31, 162)')
    await visitor.goto('/admin/login')
    await expect(visitor.getByAltText('Meridian Health')).toBeVisible()
    expect(theirErrors).toEqual([])
  }
  expect(errors).toEqual([])
})

const COMPANY_NAME = 'Northwestern Rehabilitation & Behavioral Telehealth Partners'
const LONG_WORD = 'pseudopseudohypoparathyroidismspecialist'

test(
  'the brand editor previews the header, dark mode, a phone and an email at once, and says what gets scaled or broken',
  { tag: '@full' },
  async ({ browser }) => {
    const other = await openProduct({ COMPANY_NAME })
    const page = await browser.newPage({ baseURL: other.url, viewport: { width: 390, height: 844 } })
    await storeSession(page, 'admin', await other.signIn(ADMIN, 'admin'))
    await page.goto('/admin/brand')
    await expect(page.getByRole('textbox', { name: 'Headline' })).toBeVisible()
    const shown = (label: string) => page.getByRole('group', { name: label })
    const inside = (label: string) => page.frameLocator(`[title="${label}: preview"]`)
    await page.getByText('Preview', { exact: true }).click()
    await expect(shown('As candidates see it').getByText(/^The company's name has 60 characters, so share pictures show it smaller\.$/)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(shown('As candidates see it')).toContainText("The company's name has 60 characters, so share pictures show it smaller.")
    await expect(shown('On a phone')).toContainText(/The company's name takes [2-4] lines\. “Careers” is left out\./)

    await page.getByLabel('Logo file').setInputFiles(await picture(480, 120))
    await page.getByLabel('Headline').fill(`Be our ${LONG_WORD}`)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(shown('As candidates see it')).toContainText('The logo is scaled to 144 × 36 pixels.')
    await expect(shown('In dark mode')).toContainText('The same as above.')
    await expect(shown('On a phone')).toContainText(/“pseudopseudohypo…” is broken into [23] lines\./)
    await expect(shown('An email')).toContainText('The logo is scaled to 128 × 32 pixels.')
    for (const label of ['As candidates see it', 'In dark mode', 'On a phone', 'An email']) {
      await expect(inside(label).getByRole('img', { name: COMPANY_NAME })).toBeVisible()
      await expect(shown(label)).toBeInViewport({ ratio: 1 })
    }
    const fullSize = await inside('On a phone')
      .locator('body')
      .evaluate((body) => [body.clientWidth, body.scrollWidth])
    expect(fullSize).toEqual([320, 320])

    await other.close()
  },
)

test('a company name of 60 characters, a square logo and a very long word fit on a narrow phone and in the desktop bar', async ({ browser }) => {
  test.setTimeout(300_000)
  const other = await openProduct({ COMPANY_NAME })
  const admin = await other.signIn(ADMIN, 'admin')
  const { buffer, mimeType } = await picture(400, 400)
  const form = new FormData()
  form.set('kind', 'logo')
  form.set('picture', new Blob([new Uint8Array(buffer)], { type: mimeType }), 'logo.png')
  const stored = await fetch(`${other.url}/api/brand/pictures`, { method: 'POST', headers: { authorization: `Bearer ${admin.token}` }, body: form })
  const { picture_key: logo_key } = await stored.json()
  const headline = `Be our ${LONG_WORD}`
  expect((await other.ask({ path: '/api/brand', method: 'PUT', body: { logo_key, headline }, as: admin })).status).toBe(200)
  const page = await browser.newPage({ baseURL: other.url, viewport: { width: 320, height: 640 } })
  for (const path of ['/', '/roles/1', '/roles/1/apply', '/how-we-hire', '/admin/login', '/admin/dashboard']) {
    if (path === '/admin/dashboard') await storeSession(page, 'admin', admin)
    await page.goto(path)
    await page.getByText(COMPANY_NAME).first().waitFor()
    await waitForAnimations(page)
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
    expect.soft(await cutOff(page), path).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  const [logout, search] = [page.getByRole('link', { name: 'Logout' }), page.getByRole('button', { name: 'Go to a page or a role' })]
  await expect(logout).toBeVisible()
  const [left, right] = [(await logout.boundingBox())!, (await search.boundingBox())!]
  expect(left.x + left.width).toBeLessThanOrEqual(right.x)
  expect(right.x + right.width).toBeLessThanOrEqual(1280)
  await page.close()
  await other.close()
})

const THEMES = ['light', 'dark'] as const
/** Yellow, neon green, and nearly white. */
const AWKWARD = ['#ffd400', '#39ff14', '#f7f7f2']
type Screen = { path: string; shown: (page: Page) => Locator; token?: string }
/** Screens that show each kind of color. `shown` appears once a screen is complete; if there's a `token`, it has that token's color. */
const COLORFUL: Screen[] = [
  { path: '/', shown: (page) => page.getByRole('link', { name: /^View Details/ }).first() },
  { path: '/roles/1/apply', shown: (page) => page.getByRole('button', { name: 'Submit application' }) },
  { path: '/admin/dashboard?days=90', shown: (page) => page.locator('[data-urgent] [class*="count"]').first(), token: '--warn' },
  { path: '/admin/applications/1/all/400', shown: (page) => page.getByRole('table', { name: 'Applicants' }) },
  { path: '/admin/applications/ID/interview-feedback', shown: (page) => page.getByRole('button', { name: 'Add red flag' }), token: '--brand-strong' },
  { path: '/admin/email-templates/1', shown: (page) => page.getByRole('textbox', { name: 'Email HTML Content', exact: true }) },
]

test('only accent colors follow the brand; warnings, errors and successes keep theirs, and all text is readable', async ({ browser }) => {
  test.setTimeout(600_000)
  const { body: candidates } = await product.ask({ path: '/api/user-session/applicants_by_status/2', as: owner })
  const id = String(candidates[0].user_session_id)
  const usual = await eachLook(browser, { accent: DEFAULT_ACCENT, id }, (page, scheme) => otherColors(page, DEFAULT_ACCENT, scheme))
  for (const accent of AWKWARD) {
    const looks = await eachLook(
      browser,
      { accent, id },
      async (page, scheme) => [await otherColors(page, accent, scheme), await barriersOf(page, CONTRAST)] as const,
    )
    for (const [look, [colors, barriers]] of looks) {
      expect.soft(colors, `${accent} ${look}`).toEqual(usual.get(look))
      expect.soft(barriers, `${accent} ${look}`).toEqual([])
    }
  }
})

type Brand = { accent: string; /** An applicant. */ id: string }

/** Reads something from each colorful screen with an accent color, in both themes. */
async function eachLook<Read>(browser: Browser, { accent, id }: Brand, read: (page: Page, scheme: (typeof THEMES)[number]) => Promise<Read>) {
  expect((await product.ask({ path: '/api/brand', method: 'PUT', body: { accent }, as: owner })).status).toBe(200)
  const looks = new Map<string, Read>()
  const page = await browser.newPage({ baseURL: product.url, reducedMotion: 'reduce' })
  await storeSession(page, 'admin', owner)
  for (const { path, shown, token } of COLORFUL) {
    await page.goto(path.replace('ID', id))
    await shown(page).waitFor()
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      await waitForAnimations(page)
      looks.set(`${path} ${colorScheme}`, await read(page, colorScheme))
      if (token) expect.soft(await hasColorOf(shown(page), token), `${accent} ${path} ${colorScheme} ${token}`).toBe(true)
    }
  }
  await page.close()
  return looks
}

function hasColorOf(what: Locator, token: string): Promise<boolean> {
  return what.evaluate((one, name) => {
    const { color } = getComputedStyle(one)
    const probe = document.body.appendChild(document.createElement('p'))
    probe.style.color = `var(${name})`
    const wanted = getComputedStyle(probe).color
    probe.remove()
    return color === wanted
  }, token)
}

/** Returns the colors on the page that aren't derived from its accent. */
async function otherColors(page: Page, accent: string, scheme: (typeof THEMES)[number]): Promise<string[]> {
  const accents = new Set(Object.values(schemesFor(accent)[scheme]).map((hex) => `rgb(${rgbOf(hex).join(', ')})`))
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
