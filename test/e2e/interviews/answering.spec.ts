import { mkdirSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { book, emailTo, openInterviewDesk, type InterviewDesk } from '../setup/interview-desk.ts'
import { storeSession, type Product } from '../setup/product.ts'
import { hasTextBrowser, openTextBrowser } from '../setup/text-browser.ts'

const PICTURES = process.env['PICTURES']

let desk: InterviewDesk
let product: Product
test.beforeAll(async () => {
  desk = await openInterviewDesk('0')
  product = desk.product
})
test.afterAll(() => product.close())

/** Checks at each width, in light and dark, that the page is accessible and nothing overflows. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of [320, 390, 768, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      if (PICTURES) mkdirSync(PICTURES, { recursive: true })
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
}

test("an interviewer declines on the dashboard, then accepts; the home screen, week view and applicant's page show the decline", async ({ browser }) => {
  const { id } = await book(desk, 'ada.dashboard@example.com')
  const own = await browser.newContext({ baseURL: product.url })
  await storeSession(own, 'interviewer', desk.interviewer)
  const page = await own.newPage()
  await page.goto('/interviewer/dashboard')
  await expect(page.getByText(/\d [AP]M to \d+:\d\d [AP]M [\w+:-]+: Ada Archer/)).toBeVisible()
  await page.getByRole('button', { name: 'Decline Interview A with Ada Archer' }).click()
  await expect(page.getByText('Declined', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decline Interview A with Ada Archer' })).toHaveCount(0)
  await look(page, 'own-day')

  const office = await browser.newContext({ baseURL: product.url })
  await storeSession(office, 'admin', desk.admin)
  const staff = await office.newPage()
  await staff.goto('/admin/dashboard')
  await staff.getByRole('link', { name: /^Interview declined/ }).click()
  await expect(staff.getByRole('table', { name: 'Interview declined' })).toContainText('Interview A')
  await look(staff, 'home')
  await staff.goto('/admin/interviews')
  const waiting = staff.getByRole('region', { name: 'Not accepted by the interviewer' })
  await expect(waiting).toContainText('Ambrose Kittredge-Bai declined Interview A with')
  await look(staff, 'week')
  await waiting.getByRole('link').first().click()
  await expect(staff).toHaveURL(new RegExp(`/admin/applications/${id}/interviews$`))
  await expect(staff.getByText('(declined)')).toBeVisible()

  await page.getByRole('button', { name: 'Accept Interview A with Ada Archer' }).click()
  await expect(page.getByText('Accepted', { exact: true })).toBeVisible()
  await staff.goto('/admin/interviews')
  await expect(staff.getByRole('button', { name: 'Next week' })).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await own.close()
  await office.close()
})

test('without JavaScript or signing in, an interviewer declines by keyboard from the emailed link, which notifies the hiring lead, then accepts', async ({
  browser,
}) => {
  const { id, link } = await book(desk, 'ada.link@example.com')
  const { body: plan } = await product.ask({ path: `/api/scheduling/plans/${id}`, as: desk.admin })
  expect(plan.bookings).toMatchObject([{ interviewer_answer: null }])
  const plain = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  const page = await plain.newPage()
  const before = product.received.length
  await page.goto(link)
  await page.getByRole('button', { name: 'Decline' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText("You declined this interview. We've told the hiring lead.")
  const { body: roles } = await product.ask({ path: '/api/open-roles/admin', as: desk.admin })
  const role = roles.find((one: { ref_function_role_id: number }) => one.ref_function_role_id === 1)
  expect(await emailTo(product, role.hiring_lead_email, /^Interviewer declined/, before)).toContain(
    "Ambrose Kittredge-Bai can't make their interview with Ada Archer.",
  )
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('status')).toHaveText('You accepted this interview.')
  await plain.close()
})

test('the page behind the link is readable at every width, in light and dark', { tag: '@full' }, async ({ page }) => {
  const { link } = await book(desk, 'ada.looks@example.com')
  await page.goto(product.url + link)
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await look(page, 'answer')
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  await look(page, 'answer-declined')
  await page.goto(`${product.url}/interviews/answer/x`)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await look(page, 'answer-ended')
})

test('in a text browser, an interviewer can use the link to accept an interview', { tag: '@full' }, async () => {
  test.skip(!hasTextBrowser(), 'There is no text browser here: lynx is needed, and script of util-linux (Debian: apt-get install lynx).')
  const { id, link } = await book(desk, 'ada.lynx@example.com')
  const lynx = openTextBrowser(product.url + link)
  expect(await lynx.read()).toContain('Interview A with Ada Archer')
  await lynx.choose('Accept')
  expect(await lynx.read()).toContain('You accepted this interview.')
  await lynx.close()
  expect((await product.ask({ path: `/api/scheduling/plans/${id}`, as: desk.admin })).body.bookings).toMatchObject([{ interviewer_answer: 'accepted' }])
})
