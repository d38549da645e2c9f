import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { ADMIN, openProduct, REFUSED_CALLS, watch, type Product } from './setup/product.ts'

const INTERVIEWER = 'nobody.yet@meridianhealth.example'

let product: Product

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => void (product = await openProduct()))
test.afterAll(() => product.close())

test('a page asked for leads to the login and back to the page, through a code that came by mail', async ({ page }) => {
  const faults = watch(page, REFUSED_CALLS)
  await page.goto(`${product.url}/admin/dashboard?days=30`)
  await expect(page).toHaveURL(`${product.url}/admin/login`)
  await expect(page).toHaveTitle('Careers-Admin')
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await askForCode(page, ADMIN)

  const field = page.getByLabel('Code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await expect(page.getByRole('button', { name: /Resend code in \d+ s/ })).toBeVisible()
  await page.reload()
  await expect(page.getByText(ADMIN)).toBeVisible()

  const code = await product.codeFor(ADMIN)
  await page.getByLabel('Code').fill(` ${code.slice(0, 4)}-${code.slice(4)} `)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${product.url}/admin/dashboard?days=30`)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeFocused()
  expect(faults).toEqual([])
})

test('a wrong code says so, keeps what was typed and the focus, and tells how many tries are left', async ({ page }) => {
  await page.goto(`${product.url}/admin/login`)
  const sent = product.received.length
  await askForCode(page, ADMIN)
  const code = await product.codeFor(ADMIN, sent)
  const wrong = code === '00000000' ? '11111111' : '00000000'
  await page.getByLabel('Code').fill(wrong)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Verification failed. Please check your code and try again. 4 tries are left with this code.')
  await expect(page.getByLabel('Code')).toBeFocused()
  await expect(page.getByLabel('Code')).toHaveValue(wrong)
  await page.getByRole('button', { name: 'Use another e-mail' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
})

test('an address from elsewhere is refused in the words of the area, before a code is sent', async ({ page }) => {
  for (const [area, sentence] of [
    ['admin', 'You are not authorized to access this area.'],
    ['interviewer', 'Only @meridianhealth.example emails are allowed.'],
  ]) {
    await page.goto(`${product.url}/${area}/login`)
    await page.getByLabel('E-mail').fill('somebody@elsewhere.example')
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByRole('alert')).toHaveText(sentence!)
  }
  await page.getByLabel('E-mail').fill('nonsense')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid email. Please try again.')
  expect(product.received.filter(({ to }) => !to.includes(ADMIN))).toEqual([])
})

test('a session is restored, and one that the server does not know is forgotten', async ({ page }) => {
  await signIn(page, 'admin', ADMIN)
  await page.goto(`${product.url}/admin/login`)
  await expect(page).toHaveURL(`${product.url}/admin/dashboard`)
  await page.goto(`${product.url}/admin/no-such-page`)
  await expect(page).toHaveURL(`${product.url}/admin/dashboard`)

  await page.evaluate(() => localStorage.setItem('admin_token', `token_${Date.now()}`))
  await page.goto(`${product.url}/admin/dashboard`)
  await expect(page).toHaveURL(`${product.url}/admin/login`)
  expect(await page.evaluate(() => [localStorage.getItem('admin_token'), localStorage.getItem('admin_email')])).toEqual([null, null])
})

test('a late answer about an old session leaves the one that another tab began', async ({ page, context }) => {
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
  await signIn(other, 'admin', ADMIN)
  answer()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(`${product.url}/admin/dashboard`)
})

test('logging out forgets everything in the browser, also without a network, and kills the token', async ({ page, context }) => {
  await signIn(page, 'admin', ADMIN)
  const token = await page.evaluate(() => localStorage.getItem('admin_token'))
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${product.url}/admin/login`)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('admin_')))).toEqual([])
  await expect(page.getByRole('link', { name: 'Logout' })).toHaveCount(0)
  const replayed = await fetch(`${product.url}/api/auth/session`, { headers: { authorization: `Bearer ${token}` } })
  expect(replayed.status).toBe(401)

  await signIn(page, 'interviewer', INTERVIEWER)
  await page.evaluate(() => {
    localStorage.setItem('FGL', '{}')
    localStorage.setItem('feedback_1_1_1', 'a draft')
  })
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${product.url}/interviewer/login`)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /^(interviewer_|FGL|feedback_)/.test(key)))).toEqual([])
  await context.setOffline(false)
})

test('a session that ends under the work is signed in again in place', async ({ page }) => {
  await signIn(page, 'admin', ADMIN)
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.evaluate(() => localStorage.removeItem('admin_token'))
  // As another tab would tell it.
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage')))
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByLabel('E-mail')).toHaveValue(ADMIN)
  const sent = product.received.length
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await dialog.getByLabel('Code').fill(await product.codeFor(ADMIN, sent))
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`${product.url}/admin/dashboard`)
})

test('before a session ends there is a warning, and a click keeps it', async ({ page }) => {
  await signIn(page, 'admin', ADMIN)
  await page.evaluate(() => localStorage.setItem('admin_idle_until', new Date(Date.now() + 120_000).toISOString()))
  const warning = page.getByRole('dialog', { name: 'Your session ends soon' })
  await expect(warning).toContainText('What you typed stays on the page.', { timeout: 30_000 })
  await warning.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(warning).toHaveCount(0)
})

test('an interviewer signs in to the own area, apart from the admin', async ({ page }) => {
  const faults = watch(page, REFUSED_CALLS)
  await signIn(page, 'interviewer', INTERVIEWER)
  await expect(page).toHaveTitle('Careers-Interviewers')
  await expect(
    page.getByText("You were not found as an interviewer in the database. Please talk to a functional group lead to ensure you're added"),
  ).toBeVisible()
  await expect(page.getByText(INTERVIEWER)).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
  await page.goto(`${product.url}/admin/dashboard`)
  await expect(page).toHaveURL(`${product.url}/admin/login`)
  expect(await page.evaluate(() => localStorage.getItem('interviewer_token'))).not.toBeNull()
  expect(faults).toEqual([])
})

for (const scheme of ['light', 'dark'] as const) {
  test(`nothing keeps anybody out, in ${scheme}`, { tag: '@access' }, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`${product.url}/admin/login`)
    await expect(page.getByLabel('E-mail')).toBeVisible()
    await askForCode(page, ADMIN)
    await expect(page.getByLabel('Code')).toBeVisible()
    await expectAccessible(page)
    await signIn(page, 'admin', ADMIN)
    await page.getByRole('button', { name: 'Appearance' }).click()
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}

test('the chosen colours are there before anything is drawn', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${product.url}/admin/login`)
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.route('**/*.js', (route) => route.abort())
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

async function signIn(page: Page, area: 'admin' | 'interviewer', email: string): Promise<void> {
  await page.goto(`${product.url}/${area}/login`)
  const change = page.getByRole('button', { name: 'Use another e-mail' })
  await expect(page.getByLabel('E-mail').or(change)).toBeVisible()
  if (await change.isVisible()) await change.click()
  const sent = product.received.length
  await askForCode(page, email)
  await page.getByLabel('Code').fill(await product.codeFor(email, sent))
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/login$/)
}

async function askForCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
}
