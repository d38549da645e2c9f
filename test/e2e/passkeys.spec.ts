import { expect, test } from '@playwright/test'
import { freePort } from '#lab/faults/product.ts'
import { attachAuthenticator } from './setup/authenticator.ts'
import { ADMIN, storeSession, openProduct, DENIED_CALLS, watch, type Product } from './setup/product.ts'

let product: Product
let origin: string
test.beforeAll(async () => {
  const PORT = String(await freePort())
  // Passkeys need a host name, and 127.0.0.1 isn't one.
  origin = `http://localhost:${PORT}`
  product = await openProduct({ PORT, BASE_URL: origin, OWNER_PASSKEYS: 'required' })
})
test.afterAll(() => product.close())

test('an owner who needs a passkey adds one, names it, gets to work, and signs in with it the next time', async ({ browser }) => {
  const owner = await product.signIn(ADMIN, 'admin')
  const page = await browser.newPage({ baseURL: origin })
  await attachAuthenticator(page)
  const errors = watch(page, DENIED_CALLS)
  await page.goto('/admin/login')
  await page.evaluate((kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(`admin_${key}`, String(value))), owner)

  await page.goto('/admin/people')
  await expect(page).toHaveURL(`${origin}/admin/sessions`)
  await page.getByLabel('Name of a new passkey').fill('Work laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const row = page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')
  await expect(row).toContainText('Work laptop')
  await row.getByRole('button', { name: 'Rename: Work laptop' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My laptop')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('My laptop')

  await page.goto('/admin/people')
  await expect(page.getByRole('row').filter({ hasText: ADMIN })).toContainText('Owner')
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${origin}/admin/login`)

  const used = page.waitForRequest((request) => request.url().endsWith('/passkeys/sign-in'))
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  const replayed = await product.ask({ path: '/api/auth/passkeys/sign-in', body: (await used).postDataJSON() })
  expect(replayed.status).toBe(401)

  await page.goto('/admin/sessions')
  await row.getByRole('button', { name: 'Remove: My laptop' }).click()
  await expect(row).toHaveCount(0)
  expect(errors).toEqual([])
  await page.close()
})

test('until an owner has a passkey, other pages redirect to the one for adding a passkey', { tag: '@full' }, async ({ browser }) => {
  const owner = await product.signIn('hiring@meridianhealth.example', 'admin')
  const page = await browser.newPage({ baseURL: origin })
  await storeSession(page, 'admin', owner)
  await page.goto('/admin/audit')
  await expect(page).toHaveURL(`${origin}/admin/sessions`)
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
  await page.close()
})
