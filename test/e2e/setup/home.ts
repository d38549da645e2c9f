import { expect, type Page } from '@playwright/test'
import { ADMIN, openProduct, type Product, type Session } from './product.ts'

export async function openHome(): Promise<void> {
  product = await openProduct()
  session = await product.signIn(ADMIN, 'admin')
}

export async function closeHome(): Promise<void> {
  await product?.close()
}

export let product: Product

export let session: Session

export async function open(page: Page, path = '/admin/dashboard'): Promise<void> {
  await page.goto(product.url + path)
  await expect(page.getByRole('heading', { name: 'Days in a status' })).toBeVisible()
}
