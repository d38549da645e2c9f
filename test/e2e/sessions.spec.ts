import { expect, test } from '@playwright/test'
import { ADMIN, openProduct, type Product } from './setup/product.ts'
import { askForCode, signInAs } from './setup/sign-in.ts'

let product: Product

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => void (product = await openProduct()))
test.afterAll(() => product.close())

test("a session is restored, but one that the server doesn't know is discarded", async ({ page }) => {
  await signInAs(product, page, 'admin', ADMIN)
  await page.goto(`${product.url}/admin/login`)
  await expect(page).toHaveURL(`${product.url}/admin/dashboard`)
  await page.goto(`${product.url}/admin/no-such-page`)
  await expect(page).toHaveURL(`${product.url}/admin/dashboard`)

  await page.evaluate(() => localStorage.setItem('admin_token', `token_${Date.now()}`))
  await page.goto(`${product.url}/admin/dashboard`)
  await expect(page).toHaveURL(`${product.url}/admin/login`)
  expect(await page.evaluate(() => [localStorage.getItem('admin_token'), localStorage.getItem('admin_email')])).toEqual([null, null])
})

test("a late response about an old session doesn't affect a session that another tab started", { tag: '@full' }, async ({ page, context }) => {
  await page.goto(`${product.url}/admin/login`)
  await page.evaluate((email) => Object.entries({ admin_token: 'over', admin_email: email }).forEach(([key, value]) => localStorage.setItem(key, value)), ADMIN)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/auth/session', async (route) => answered.then(() => route.continue()), { times: 1 })
  const asked = page.waitForRequest('**/api/auth/session')
  await page.goto(`${product.url}/admin/dashboard`, { waitUntil: 'commit' })
  await asked

  const other = await context.newPage()
  await other.goto(`${product.url}/admin/login`)
  await other.evaluate(() => localStorage.clear())
  await signInAs(product, other, 'admin', ADMIN)
  answer()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(`${product.url}/admin/dashboard`)
})

test('signing in again right after signing out works, even if the sign-out response arrives late', { tag: '@full' }, async ({ page }) => {
  await signInAs(product, page, 'admin', ADMIN)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/auth/logout', (route) => held.then(() => route.continue()))
  const signedOut = page.waitForResponse('**/api/auth/logout')
  await page.getByRole('link', { name: 'Logout' }).click()

  await page.getByLabel('Code').fill(await askForCode(product, page, ADMIN))
  const verified = page.waitForResponse('**/api/auth/verify-code')
  await page.keyboard.press('Enter')
  await verified
  letGo()
  await expect(page).toHaveURL(`${product.url}/admin/dashboard`)
  await signedOut
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
})

test('when a session ends while someone is working, they can sign in again without leaving the page', async ({ page }) => {
  await signInAs(product, page, 'admin', ADMIN)
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.evaluate(() => localStorage.removeItem('admin_token'))
  // Simulates an announcement by another tab.
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage')))
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByLabel('Email')).toHaveValue(ADMIN)
  const sent = product.received.length
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await dialog.getByLabel('Code').fill(await product.codeFor(ADMIN, sent))
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`${product.url}/admin/dashboard`)
})

test('a warning appears before a session ends, and a click extends it', { tag: '@full' }, async ({ page }) => {
  await signInAs(product, page, 'admin', ADMIN)
  // Waits for the page's first calls, which record that the session is in use.
  await expect(page.getByRole('heading', { name: 'Days in a status' })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('admin_idle_until', new Date(Date.now() + 120_000).toISOString()))
  const warning = page.getByRole('dialog', { name: 'Your session ends soon' })
  await expect(warning).toContainText("What you've typed will stay on the page.")
  await warning.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(warning).toHaveCount(0)
})
