import { expect, test } from '@playwright/test'
import { freePort } from '#lab/faults/product.ts'
import { runCli } from '../setup/cli.ts'
import { openOidcServer, type OidcServer } from '../setup/oidc-server.ts'
import { ADMIN, openProduct, DENIED_CALLS, watch, type Product } from './setup/product.ts'

let product: Product
let provider: OidcServer
test.beforeAll(async () => {
  const PORT = String(await freePort())
  const BASE_URL = `http://127.0.0.1:${PORT}`
  provider = await openOidcServer({
    origin: BASE_URL,
    people: { owner: { email: ADMIN, email_verified: true }, stranger: { email: 'stranger@agency.example', email_verified: true } },
  })
  product = await openProduct({ PORT, BASE_URL, SIGN_IN: 'oidc', ...provider.settings })
})
test.afterAll(async () => {
  await product.close()
  await provider.close()
})

test("an owner signs in at the provider, lands on the page they requested, and the provider's sign-out ends the session here", async ({ browser }) => {
  provider.state.subject = 'owner'
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  const errors = watch(page, DENIED_CALLS)
  await page.goto('/admin/people')
  await expect(page.getByRole('button', { name: 'Send code' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Single sign-on' }).click()
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()
  expect(page.url()).toBe(`${product.url}/admin/people`)

  await page.goto('/admin/sessions')
  await expect(page.getByRole('listitem').filter({ hasText: 'This browser' })).toContainText('single sign-on')

  const atProvider = await context.newPage()
  await atProvider.goto(`${provider.issuer}/session/end`)
  await atProvider.getByRole('button', { name: /yes/i }).click()
  await expect
    .poll(() =>
      page.evaluate(() =>
        fetch('/api/auth/session', { headers: { authorization: `Bearer ${localStorage.getItem('admin_token')}` } }).then(({ status }) => status),
      ),
    )
    .toBe(401)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toContainText('Single sign-on (opens a new tab)')
  expect(errors).toEqual([])
  await context.close()
})

test(
  'someone with an account at the provider but not here is told so and can go back; an owner gets in with an emergency code',
  { tag: '@full' },
  async ({ page }) => {
    provider.state.subject = 'stranger'
    await page.goto(`${product.url}/admin/login`)
    await page.getByRole('button', { name: 'Single sign-on' }).click()
    await expect(page.getByRole('alert')).toHaveText('You are not authorized to access this area.')
    await page.getByRole('link', { name: 'Back to sign-in' }).click()

    const { out } = await runCli(['sign-in', 'code', ADMIN], { ...product.demo, SIGN_IN: 'oidc', ...provider.settings })
    await page.getByRole('button', { name: 'Use an emergency code' }).click()
    await page.getByLabel('Email').fill(ADMIN)
    await page.getByLabel('Code').fill(out.trim())
    await page.getByRole('button', { name: 'Sign in with the code' }).click()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  },
)
