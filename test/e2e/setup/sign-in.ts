import { expect, type Page } from '@playwright/test'
import type { Product } from './product.ts'

/** Signs in on the area's own page with an emailed code. */
export async function signInAs(product: Product, page: Page, area: 'admin' | 'interviewer', email: string): Promise<void> {
  await page.goto(`${product.url}/${area}/login`)
  const change = page.getByRole('button', { name: 'Use another email' })
  await expect(page.getByLabel('Email').or(change)).toBeVisible()
  if (await change.isVisible()) await change.click()
  const code = await askForCode(product, page, email)
  await page.getByLabel('Code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/login$/)
}

/** Requests a code on the open sign-in page and returns it. Waits for its email, so it can't be mistaken for a later one. */
export async function askForCode(product: Product, page: Page, email: string): Promise<string> {
  const sent = product.received.length
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  return product.codeFor(email, sent)
}
