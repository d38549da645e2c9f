import { expect, test } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { ADMIN, openProduct, DENIED_CALLS, watch, type Product } from './setup/product.ts'
import { askForCode, signInAs } from './setup/sign-in.ts'

const INTERVIEWER = 'nobody.yet@meridianhealth.example'

let product: Product

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => void (product = await openProduct()))
test.afterAll(() => product.close())

test('a protected page redirects to the login page and, with an emailed code, back', async ({ page }) => {
  const errors = watch(page, DENIED_CALLS)
  await page.goto(`${product.url}/admin/dashboard?days=30`)
  await expect(page).toHaveURL(`${product.url}/admin/login`)
  await expect(page).toHaveTitle('Careers-Admin')
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  const code = await askForCode(product, page, ADMIN)

  const field = page.getByLabel('Code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await expect(page.getByRole('button', { name: /Resend code in \d+ s/ })).toBeVisible()
  await page.reload()
  await expect(page.getByText(ADMIN)).toBeVisible()

  await page.getByLabel('Code').fill(` ${code.slice(0, 4)}-${code.slice(4)} `)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${product.url}/admin/dashboard?days=30`)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeFocused()
  expect(errors).toEqual([])
})

test('a wrong code shows an error with the remaining tries, and the field keeps its text and focus', async ({ page }) => {
  await page.goto(`${product.url}/admin/login`)
  const code = await askForCode(product, page, ADMIN)
  const wrong = code === '00000000' ? '11111111' : '00000000'
  await page.getByLabel('Code').fill(wrong)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Verification failed. Please check your code and try again. You have 4 tries left with this code.')
  await expect(page.getByLabel('Code')).toBeFocused()
  await expect(page.getByLabel('Code')).toHaveValue(wrong)
  await page.getByRole('button', { name: 'Use another email' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test("an outside address is rejected with the area's own message before a code is sent", { tag: '@full' }, async ({ page }) => {
  for (const [area, sentence] of [
    ['admin', 'You are not authorized to access this area.'],
    ['interviewer', 'Only @meridianhealth.example emails are allowed.'],
  ]) {
    await page.goto(`${product.url}/${area}/login`)
    await page.getByLabel('Email').fill('someone@elsewhere.example')
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByRole('alert')).toHaveText(sentence!)
  }
  await page.getByLabel('Email').fill('nonsense')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid email. Please try again.')
  expect(product.received.filter(({ to }) => !to.includes(ADMIN))).toEqual([])
})

test('logging out clears everything in the browser, even offline, and revokes the token', async ({ page, context }) => {
  await signInAs(product, page, 'admin', ADMIN)
  const token = await page.evaluate(() => localStorage.getItem('admin_token'))
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${product.url}/admin/login`)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('admin_')))).toEqual([])
  await expect(page.getByRole('link', { name: 'Logout' })).toHaveCount(0)
  const replayed = () => fetch(`${product.url}/api/auth/session`, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status)
  await expect.poll(replayed).toBe(401)

  await signInAs(product, page, 'interviewer', INTERVIEWER)
  await page.evaluate(() => {
    localStorage.setItem('FGL', '{}')
    localStorage.setItem('feedback_1_1_1', 'a draft')
  })
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${product.url}/interviewer/login`)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /^(interviewer_|FGL|feedback_)/.test(key)))).toEqual([])
  await context.setOffline(false)

  await signInAs(product, page, 'admin', ADMIN)
  await page.evaluate(() => localStorage.setItem('editor_draft_plan_1', '{}'))
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${product.url}/admin/login`)
  expect(await page.evaluate(() => localStorage.getItem('editor_draft_plan_1'))).toBeNull()
  await context.setOffline(false)
})

test('an interviewer signs in to their own area, separate from the admin', async ({ page }) => {
  const errors = watch(page, DENIED_CALLS)
  await signInAs(product, page, 'interviewer', INTERVIEWER)
  await expect(page).toHaveTitle('Careers-Interviewers')
  await expect(
    page.getByText("You were not found as an interviewer in the database. Please talk to a functional group lead to ensure you're added"),
  ).toBeVisible()
  await expect(page.getByText(INTERVIEWER)).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
  await page.goto(`${product.url}/admin/dashboard`)
  await expect(page).toHaveURL(`${product.url}/admin/login`)
  expect(await page.evaluate(() => localStorage.getItem('interviewer_token'))).not.toBeNull()
  expect(errors).toEqual([])
})

for (const scheme of ['light', 'dark'] as const) {
  test(`signing in is accessible in ${scheme}`, { tag: ['@access', '@full'] }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`${product.url}/admin/login`)
    await expect(page.getByLabel('Email')).toBeVisible()
    await askForCode(product, page, ADMIN)
    await expect(page.getByLabel('Code')).toBeVisible()
    await expectAccessible(page)
    await signInAs(product, page, 'admin', ADMIN)
    await page.getByRole('button', { name: 'Appearance' }).click()
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}

test('the chosen color scheme applies before the first paint', { tag: '@full' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${product.url}/admin/login`)
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.route('**/*.js', (route) => route.abort())
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
