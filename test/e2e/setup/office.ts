import { test } from '@playwright/test'
import { ADMIN, INTERVIEWER, openProduct, OTHER_ADMIN, type Product, type Session } from './product.ts'

export let product: Product
export let admin: Session
export let other: Session
export let interviewer: Session

/** Opens the product for all tests in the calling file, and signs in two admins and an interviewer. */
export function openOffice(settings: Record<string, string> = {}): void {
  test.beforeAll(async () => {
    product = await openProduct(settings)
    admin = await product.signIn(ADMIN, 'admin')
    other = await product.signIn(OTHER_ADMIN, 'admin')
    interviewer = await product.signIn(INTERVIEWER, 'interviewer')
  })
  test.afterAll(() => product?.close())
}
