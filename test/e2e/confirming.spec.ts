import { expect, test, type Browser, type Page } from '@playwright/test'
import { freePort } from '#lab/faults/product.ts'
import { openOidcServer } from '../setup/oidc-server.ts'
import { expectAccessible } from './setup/accessible.ts'
import { ADMIN, openProduct, DENIED_CALLS, watch, type Product } from './setup/product.ts'

const INVITED = 'recruiter@agency.example'

/** Signs in at a provider that recognizes the person without asking, which doesn't confirm actions that can't be undone. */
async function openWithProvider(settings: Record<string, string>) {
  const PORT = String(await freePort())
  const BASE_URL = `http://127.0.0.1:${PORT}`
  const provider = await openOidcServer({ origin: BASE_URL, people: { owner: { email: ADMIN, email_verified: true } } })
  provider.state.subject = 'owner'
  const product = await openProduct({ PORT, BASE_URL, ...provider.settings, ...settings })
  const close = async () => {
    await product.close()
    await provider.close()
  }
  return { product, close, [Symbol.asyncDispose]: close }
}

async function peopleScreen(browser: Browser, { url }: Product): Promise<Page> {
  const page = await browser.newPage({ baseURL: url })
  await page.goto('/admin/people')
  await page.getByRole('button', { name: 'Single sign-on' }).click()
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()
  return page
}

async function invite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Invite a person' }).click()
  await sendInvitation(page)
}

async function sendInvitation(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('Email').fill(INVITED)
  await dialog.getByLabel('Role', { exact: true }).click()
  await page.getByRole('option', { name: 'Auditor' }).click()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
}

const asking = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" })
const done = (page: Page) => page.getByText(`We emailed an invitation to ${INVITED}.`)

test('an owner confirms with an emailed code before giving someone a role, and keeps what they typed', async ({ browser }) => {
  await using at = await openWithProvider({})
  const { product } = at
  const page = await peopleScreen(browser, product)
  const errors = watch(page, DENIED_CALLS)
  await invite(page)
  await expect(asking(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(asking(page)).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Invite a person' }).getByLabel('Email')).toHaveValue(INVITED)

  await page.getByRole('button', { name: 'Send invitation' }).click()
  await asking(page).getByRole('button', { name: 'Email me a code' }).click()
  await expect(asking(page)).toContainText(`We sent a code to ${ADMIN}`)
  await expectAccessible(page)
  await asking(page).getByLabel('Code').fill('00000000')
  await expect(asking(page)).toHaveAttribute('data-readable', '')
  await page.keyboard.press('Enter')
  await expect(asking(page).getByRole('alert')).toContainText('Verification failed')
  await asking(page)
    .getByLabel('Code')
    .fill(await product.codeFor(ADMIN))
  await page.keyboard.press('Enter')
  await expect(done(page)).toBeVisible()
  await expect(asking(page)).toHaveCount(0)
  expect(errors).toEqual([])
})

test('with single sign-on only, the owner signs in with the provider again and returns to the dialog', { tag: '@full' }, async ({ browser }) => {
  await using at = await openWithProvider({ SIGN_IN: 'oidc' })
  const page = await peopleScreen(browser, at.product)
  await invite(page)
  const asked = page.waitForRequest((request) => request.url().includes('prompt=login'))
  await asking(page).getByRole('button', { name: 'Single sign-on' }).click()
  await asked
  // The dialog is open again.
  await expect(page).toHaveURL(`${at.product.url}/admin/people?invite=`)
  await sendInvitation(page)
  await expect(done(page)).toBeVisible()
})
