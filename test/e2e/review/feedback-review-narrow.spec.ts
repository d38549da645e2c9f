import { expect, test, type Page } from '@playwright/test'
import { ADMIN, storeSession, openProduct, type Product, type Session } from '../setup/product.ts'

let product: Product
let admin: Session
let user_session_id: number

test.beforeAll(async () => {
  product = await openProduct()
  admin = await product.signIn(ADMIN, 'admin')
  user_session_id = await interviewedByThree()
})
test.afterAll(() => product.close())
test.beforeEach(({ context }) => storeSession(context, 'admin', admin))

/** The candidate with the most feedback from the demo's interviewers. */
async function interviewedByThree(): Promise<number> {
  const { body } = await product.ask({ path: '/api/user-session/applicants_with_answers/all?days_ago=3650&limit=500', as: admin })
  for (const one of body as { user_session_id: number; ref_application_status_id: number }[]) {
    if (one.ref_application_status_id === 5) continue
    const { body: groups } = await product.ask({ path: `/api/interviewer_feedback/full-feedback-details?user_session_id=${one.user_session_id}`, as: admin })
    if (groups.length >= 3) return one.user_session_id
  }
  throw new Error('The demo has no one with three interviews.')
}

async function open(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  await page.goto(`${product.url}/admin/applications/${user_session_id}/interview-feedback`)
  await expect(page.getByRole('heading', { name: 'Red flags' })).toBeVisible()
  await expect(page.getByRole('row').nth(8)).toBeAttached()
}

const topOf = async (page: Page, name: string) => (await page.getByRole('heading', { name }).boundingBox())?.y ?? Infinity

test('on a phone, red flags come first, each row is a block, and feedback stays collapsed until needed', async ({ page }) => {
  await open(page, 390)
  await expect.poll(() => topOf(page, 'Red flags')).toBeLessThan(844)
  await expect.poll(async () => (await topOf(page, 'Interviewer feedback')) - (await topOf(page, 'Red flags'))).toBeGreaterThan(0)
  await expect(page.getByRole('article').getByRole('term').first()).toBeHidden()

  const row = page.getByRole('row').nth(1)
  const cells = await row.locator('th, td').evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().top)))
  expect(new Set(cells).size).toBeGreaterThan(1)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await page.getByRole('article').first().locator('summary').click()
  await expect(page.getByRole('article').first().getByRole('term').first()).toBeVisible()
})

test('selecting a chip opens the card that has its sentence', async ({ page }) => {
  await open(page, 390)
  await page.getByRole('button', { name: 'Generate all' }).click()
  const chip = page
    .getByRole('list', { name: /^Evidence/ })
    .getByRole('link')
    .first()
  await chip.click()
  await expect(page.locator('mark')).toBeInViewport()
})

test('if both fit side by side, the feedback is open', async ({ page }) => {
  await open(page, 1280)
  await expect(page.getByRole('article').getByRole('term').first()).toBeVisible()
})
