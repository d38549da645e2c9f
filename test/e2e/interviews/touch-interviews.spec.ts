import { expect, test } from '@playwright/test'
import { book, openInterviewDesk, type InterviewDesk } from '../setup/interview-desk.ts'
import { storeSession } from '../setup/product.ts'
import { smallTouchTargets } from '../setup/thumb.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
let desk: InterviewDesk
test.beforeAll(async () => {
  desk = await openInterviewDesk()
})
test.afterAll(() => desk?.close())

test("a canceled interview can be restored by touch, and a long list of unanswered invitations doesn't push the week view out of sight", async ({ page }) => {
  const booked = await Promise.all(['ann', 'ben', 'cem', 'dot'].map((name, place) => book(desk, `${name}.thumb@example.com`, place * 8)))
  await storeSession(page, 'admin', desk.admin)
  await page.goto(`${desk.product.url}/admin/interviews`)
  const waiting = page.getByRole('region', { name: 'Not accepted by the interviewer (4)' })
  await expect(waiting.getByRole('link').first()).toBeHidden()
  await expect(page.getByRole('heading', { name: 'By day' })).toBeInViewport()
  await waiting.getByRole('heading').tap()
  await expect(waiting.getByRole('link')).toHaveCount(4)
  await expect.poll(() => smallTouchTargets(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await page.goto(`${desk.product.url}/admin/applications/${booked[0]!.id}/interviews`)
  await page.getByRole('button', { name: 'Cancel Interview A' }).tap()
  const undo = page.getByRole('button', { name: 'Undo the cancellation of Interview A' })
  await expect(undo).toBeInViewport({ ratio: 1 })
  await expect.poll(async () => (await undo.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await undo.tap()
  await expect(page.getByText('Undone: Interview A is back to how it was.')).toBeVisible()
  await expect(page.getByText(/^Interview A: .* \(not answered\)$/)).toBeVisible()
})
