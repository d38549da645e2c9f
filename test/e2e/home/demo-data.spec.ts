import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect as expectInTime, test, type Browser, type Page } from '@playwright/test'
import { freePort, startProduct, type Product } from '#lab/faults/product.ts'
import { expectAccessible } from '../setup/accessible.ts'
import { press } from '../setup/reach.ts'

/** Allows time to create the demo's data on a busy machine. */
const expect = expectInTime.configure({ timeout: 90_000 })
const LEAVE = 'Leave the demo and delete its data'

let product: Product
const folder = mkdtempSync(join(tmpdir(), 'rounds-e2e-'))
test.beforeAll(async () => {
  // Creates a database and runs every migration.
  test.setTimeout(300_000)
  const settings = { NODE_ENV: 'production', FIRST_RUN: 'yes', EMBEDDED_IN_PRODUCTION: 'yes', SEED: 'reference', HOST: '127.0.0.1' }
  product = await startProduct({ ...settings, DATA_DIR: folder, PORT: String(await freePort()) })
})
test.afterAll(async () => {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function expectToFit(page: Page): Promise<void> {
  await expectAccessible(page)
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBeLessThanOrEqual(width)
  }
}

/** Starts the demo without JavaScript. Returns the browser's cookies. */
async function startPlainly(browser: Browser) {
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const page = await plain.newPage()
  await page.goto(product.url + new URL(/\S+\/first-run\/link\/\S+/.exec(product.output())![0]).pathname)
  await page.getByRole('button', { name: 'Set it up in this browser' }).click()
  await page.getByRole('button', { name: 'Try with demo data' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Setting up the demo' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Demo' }), 'the page continues by itself').toContainText('Demo with made-up data.')
  await expect(page.getByRole('button', { name: LEAVE })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Telehealth Nurse Practitioner' })).toBeVisible()
  const { cookies } = await plain.storageState()
  await plain.close()
  return cookies
}

async function signIn(page: Page, mailbox: Page): Promise<void> {
  await page.goto(`${product.url}/admin/login`)
  await page.getByRole('textbox', { name: 'Email' }).fill('admin@meridianhealth.example')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: /code/i })).toBeVisible()
  await expect(async () => {
    await mailbox.goto(`${product.url}/dev/mail`)
    await mailbox.getByRole('table').getByRole('link').first().click({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('textbox', { name: /code/i }).fill(/\b\d{8}\b/.exec(await mailbox.locator('pre').innerText())![0])
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/login$/)
}

test(
  'a demo runs alongside a new installation: it starts without JavaScript, has staff pages, and is gone in one click',
  { tag: '@full' },
  async ({ browser, context, page }) => {
    test.setTimeout(600_000)
    await context.addCookies(await startPlainly(browser))
    await page.goto(`${product.url}/first-run`)
    await expect(page.getByRole('button', { name: 'Open the demo' })).toBeVisible()
    await expectToFit(page)
    // What this browser stores for an owner signed in to the installation.
    await page.evaluate(() => localStorage.setItem('admin_token', 'of the installation'))
    await page.goto(product.url)
    await expect(page.getByText('Openings').first()).toBeVisible()
    await expectToFit(page)
    const mailbox = await context.newPage()
    await signIn(page, mailbox)
    await expectToFit(page)
    expect(await page.evaluate(() => localStorage.getItem('admin_token')), 'the demo keeps its own').not.toBe('of the installation')
    expect((await fetch(product.url)).status, 'for everyone else').toBe(503)

    await press(page.getByRole('button', { name: LEAVE }))
    await expect(page.getByRole('button', { name: 'Try with demo data' })).toBeVisible()
    expect(existsSync(join(folder, 'first-run-demo'))).toBe(false)
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ admin_token: 'of the installation' })
    await expect(mailbox.getByRole('heading', { name: "This careers site isn't open yet." }), "the demo's other tab").toBeVisible()
  },
)
