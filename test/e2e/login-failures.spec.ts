import { expect, test, type Page } from '@playwright/test'
import { ADMIN } from './setup/product.ts'

const sendCode = '**/api/auth/send-code'
const verifyCode = '**/api/auth/verify-code'

async function ask(page: Page): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(ADMIN)
  await page.getByRole('button', { name: 'Send code' }).click()
}

async function enter(page: Page): Promise<void> {
  await page.getByLabel('Code').fill('12345678')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test("the login page shows the server's message, or its own if the response has none", async ({ page }) => {
  for (const [answer, said] of [
    [{ status: 500, json: { detail: 'No luck.' } }, 'No luck.'],
    [{ status: 500, body: 'x' }, 'Server error: 500'],
    [{ json: {} }, 'Failed to send verification code'],
    [{ contentType: 'application/json', body: 'null' }, 'Login failed. Please try again later.'],
  ] as const) {
    await page.route(sendCode, (route) => route.fulfill(answer))
    await ask(page)
    await expect(page.getByRole('alert')).toHaveText(said)
    await page.unroute(sendCode)
  }
})

test("the login page shows an error if it can't send another code", async ({ page }) => {
  await page.clock.install()
  await page.route(sendCode, (route) => route.fulfill({ json: { message: 'Sent.' } }))
  await ask(page)
  await expect(page.getByRole('button', { name: /Resend code in \d+ s/ })).toBeVisible()
  await page.unroute(sendCode)
  await page.route(sendCode, (route) => route.fulfill({ status: 500, json: { detail: 'No luck.' } }))
  await page.clock.fastForward(31_000)
  await page.getByRole('button', { name: 'Resend code', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to resend code')
})

test("someone without a role here can't sign in; if no token is returned, the page makes one up that doesn't grant access", async ({ page }) => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const signedIn = { email: ADMIN, expires_at: inAnHour, idle_until: inAnHour }
  await page.route(sendCode, (route) => route.fulfill({ json: { message: 'Sent.' } }))
  await page.route(verifyCode, (route) => route.fulfill({ json: { ...signedIn, token: 'x', roles: ['interviewer'], powers: [] } }))
  await ask(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Enter the code from the email.')
  await enter(page)
  await expect(page.getByRole('alert')).toHaveText("Unauthorized: You don't have admin access")

  await page.unroute(verifyCode)
  await page.route(verifyCode, (route) => route.fulfill({ json: { ...signedIn, roles: ['admin'], powers: [] } }))
  const asked = page.waitForRequest((request) => /^Bearer token_\d{13}$/.test(request.headers()['authorization'] ?? ''))
  await enter(page)
  await asked
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
})
