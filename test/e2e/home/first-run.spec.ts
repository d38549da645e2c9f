import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { expect as expectInTime, test, type Page } from '@playwright/test'
import { freePort, startProduct, type Product } from '#lab/faults/product.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import { expectAccessible } from '../setup/accessible.ts'
import { press, reach } from '../setup/reach.ts'

const OWNER = 'owner@clinic.example'
/** Allows time for DNS, connections and encryption on a busy machine. */
const expect = expectInTime.configure({ timeout: 60_000 })

let product: Product
let mails: Awaited<ReturnType<typeof startMailServer>>
const folder = mkdtempSync(join(tmpdir(), 'rounds-e2e-'))
test.beforeAll(async () => {
  // Creates a database and runs every migration.
  test.setTimeout(300_000)
  mails = await startMailServer()
  const settings = { NODE_ENV: 'production', FIRST_RUN: 'yes', EMBEDDED_IN_PRODUCTION: 'yes', SEED: 'reference', HOST: '127.0.0.1' }
  product = await startProduct({ ...settings, DATA_DIR: folder, PORT: String(await freePort()) })
})
test.afterAll(async () => {
  await product.stop()
  await mails.stop()
  rmSync(folder, { recursive: true, force: true })
})
test.use({ viewport: { width: 390, height: 844 } })

/** Replaces what's in a field, using only the keyboard. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await reach(page.getByRole('textbox', { name: label, exact: true }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

const pressButton = (page: Page, name: string) => press(page.getByRole('button', { name, exact: true }))

/** Goes to a step, and checks that it fits and is accessible on a phone, including a small one. */
async function open(page: Page, tab: string, title: string): Promise<void> {
  await press(page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: tab }))
  await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
  await expectToFit(page)
}

async function expectToFit(page: Page): Promise<void> {
  await expectAccessible(page)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBeLessThanOrEqual(width)
  }
}

async function nameEmployer(page: Page): Promise<void> {
  await open(page, 'Employer', 'Employer, address and time zone')
  await type(page, 'Employer', 'Prairie Clinic')
  await type(page, 'Address of the careers site', 'careers.nowhere.invalid')
  await type(page, 'Domain of your email addresses', 'clinic.example')
  await pressButton(page, 'Save')
  await expect(page.getByRole('alert').first(), 'a hostname without an address').toContainText('careers.nowhere.invalid has no address')
  await expect(page.getByLabel('Employer', { exact: true })).toHaveValue('Prairie Clinic')
  await expectToFit(page)
  await type(page, 'Address of the careers site', product.url)
  await pressButton(page, 'Save')
  await expect(page.getByRole('status')).toHaveText('Saved.')
}

async function nameOwner(page: Page): Promise<string> {
  await open(page, 'First owner', 'First owner')
  await type(page, 'Email address of the first owner', OWNER)
  await pressButton(page, 'Make this address the owner')
  await expect(page.getByRole('status')).toContainText(`${OWNER} is an owner now.`)
  await expectToFit(page)
  return /\d{8}/.exec(await page.getByText('Code to sign in:').innerText())![0]
}

async function setMailServer(page: Page): Promise<void> {
  await open(page, 'Mail server', 'Mail server')
  await type(page, 'Mail server', '127.0.0.1')
  await type(page, 'Port', '1')
  await type(page, 'Sender of every email', 'Prairie Clinic Careers <careers@clinic.example>')
  await pressButton(page, 'Save')
  await expect(page.getByRole('alert').first(), 'a closed port').toContainText('ECONNREFUSED')
  await type(page, 'Port', String(mails.port))
  mails.behave({ recipient: () => 550 })
  await pressButton(page, 'Send a test to me')
  await expect(page.getByRole('alert').first(), 'a server that refuses').toContainText("didn't accept the test: ")
  await expectToFit(page)
  mails.behave({})
  await pressButton(page, 'Send a test to me')
  await expect(page.getByRole('status')).toContainText(`accepted the test to ${OWNER}`)
  await pressButton(page, 'Save')
  await expect(page.getByRole('status')).toContainText('Saved.')
  await press(page.getByRole('link', { name: 'Look up SPF, DKIM and DMARC' }))
  await expect(page.getByText("clinic.example is a name for examples, so it wasn't looked up").first()).toBeVisible()
  await expectToFit(page)
}

async function draftRole(page: Page): Promise<void> {
  await open(page, 'First role', 'First role')
  await type(page, "Hiring lead's name", 'Lena Lead')
  await pressButton(page, 'Make a draft')
  await expect(page.getByRole('status')).toContainText('Registered Nurse is a draft now.')
  await expectToFit(page)
}

/** Sets the color and logo, with a live preview. Text is edited in the brand editor, where the owner signs in with the code shown on the page. */
async function editLook(page: Page, code: string): Promise<void> {
  await open(page, 'Look', 'Look')
  const preview = page.getByRole('img', { name: 'Preview of the careers site' })
  const button = preview.getByText('Apply Now')
  const before = await button.evaluate((one) => getComputedStyle(one).backgroundColor)
  await page.getByLabel('Color', { exact: true }).fill('#7a1f5c')
  await expect.poll(() => button.evaluate((one) => getComputedStyle(one).backgroundColor)).not.toBe(before)
  await expectToFit(page)
  await pressButton(page, 'Save the color')
  await expect(page.getByRole('status')).toHaveText('Saved.')
  await expect(page.getByLabel('Color', { exact: true })).toHaveValue('#7a1f5c')
  const buffer = await createCanvas(400, 100).encode('png')
  await page.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(preview.locator('.own-logo')).toHaveAttribute('src', /^data:image\/png/)
  await pressButton(page, 'Save the logo')
  await expect(page.getByRole('status')).toHaveText('Saved.')
  await expect(preview.locator('.own-logo')).toHaveAttribute('src', /^\/pictures\//)
  await expectToFit(page)
  await press(page.getByRole('link', { name: 'Sign in and edit the look' }))
  await pressButton(page, 'Use an emergency code')
  await type(page, 'Email', OWNER)
  await type(page, 'Code', code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Brand' })).toBeVisible({ timeout: 30_000 })
  // On a wide screen, the preview is next to the form.
  await page.setViewportSize({ width: 1280, height: 900 })
  const seen = page.getByRole('group', { name: 'As candidates see it' }).locator('iframe').contentFrame()
  await expect(seen.getByRole('banner').getByRole('img', { name: 'Prairie Clinic Careers' })).toBeVisible()
  await type(page, 'Headline', 'Care close to home.')
  await expect(seen.getByRole('heading', { name: 'Care close to home.' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
}

test('a new installation is set up by keyboard on a phone, from its setup link to an open careers site', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(600_000)
  const link = /\S+\/first-run\/link\/\S+/.exec(product.output())![0]
  await page.goto(product.url)
  await expect(page.getByRole('heading', { name: "This careers site isn't open yet." })).toBeVisible()
  await page.goto(product.url + new URL(link).pathname)
  await expectToFit(page)
  await pressButton(page, 'Set it up in this browser')
  await nameEmployer(page)
  const code = await nameOwner(page)
  await editLook(page, code)
  await page.goto(`${product.url}/first-run`)
  await setMailServer(page)
  await draftRole(page)
  await press(page.getByRole('link', { name: 'Open the careers site' }))
  await expect(page).toHaveTitle(/Prairie Clinic/)

  const stranger = await fetch(product.url + new URL(link).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  })
  expect(stranger.status, 'the link was used').toBe(404)
})
