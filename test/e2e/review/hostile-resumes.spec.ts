import { expect, test, type Locator, type Page } from '@playwright/test'
import { formBomb, pixelBomb, brokenFont, mislabeledPicture } from '../../setup/hostile-pdfs.ts'
import { encryptedPdf, writtenPdf } from '../../setup/pdf-files.ts'
import * as interviews from '../setup/interviewer-desk.ts'
import { storeSession } from '../setup/product.ts'
import { closeDesk, enter, list, openDesk, product, sessions } from '../setup/review-desk.ts'

test.describe.configure({ mode: 'default' })
test.beforeAll(openDesk)
test.afterAll(closeDesk)

const RESUME = /\/api\/(applicants\/\d+|interviewer_feedback)\/resume/
const receive = (page: Page, pdf: Buffer) => page.route(RESUME, (route) => route.fulfill({ contentType: 'application/pdf', body: pdf }))

async function openOne(page: Page): Promise<void> {
  await enter(page, '/admin/applications/all/all/400')
  const one = (await list(sessions[0]!, 'all', 'identifiable=true&days_ago=400')).find(({ has_resume }) => has_resume)!
  await page.goto(`${product.url}/admin/applications/all/all/400/${one.user_session_id}`)
  await page.getByRole('button', { name: 'Show names and open the resume' }).click()
}

/** Retries scrolling to a page, because a blocked one may be replaced meanwhile. */
const bring = (place: Locator) => expect(() => place.scrollIntoViewIfNeeded({ timeout: 5_000 })).toPass({ timeout: 60_000 })

/** Expects that the first page is blocked, the second is rendered, and the file can be downloaded. */
async function expectRejected(page: Page): Promise<void> {
  const first = page.getByRole('group', { name: 'Page 1' })
  await bring(first)
  await expect(first).toContainText("This page can't be shown here", { timeout: 60_000 })
  const second = page.getByRole('group', { name: 'Page 2' })
  await bring(second)
  await expect(second).toContainText('Second page')
  const started = page.waitForEvent('download')
  await first.getByRole('button', { name: 'Download resume' }).click()
  expect((await started).suggestedFilename()).toMatch(/^resume-\d+\.pdf$/)
}

test('a resume page with nested forms that would take gigabytes is left out; the other pages are shown', async ({ page }) => {
  await receive(page, formBomb())
  await openOne(page)
  await expectRejected(page)
})

test("a 30,000-by-30,000-pixel image isn't rendered, and the page says so", async ({ page }) => {
  await receive(page, pixelBomb())
  await openOne(page)
  await expectRejected(page)
})

for (const [what, side, bytes] of [
  ['holds 200 MB and says it is 10 pixels wide', 10, 200_000_000],
  ['holds 10 bytes and says it is 4,000 pixels wide', 4_000, 10],
] as const)
  test(`an image that ${what} doesn't keep the next page from being shown`, { tag: '@full' }, async ({ page }) => {
    await receive(page, mislabeledPicture(side, bytes))
    await openOne(page)
    const second = page.getByRole('region', { name: /Page Up/ }).getByText('Second page')
    await expect(second).toBeAttached({ timeout: 60_000 })
  })

test("a password-protected resume can't be shown but can be downloaded, and the page says so", { tag: '@full' }, async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await receive(page, await encryptedPdf())
  await openOne(page)
  const alert = page.getByRole('alert').filter({ hasText: "This resume can't be shown here. It may still open in another program." })
  await expect(alert).toBeVisible({ timeout: 60_000 })
  const started = page.waitForEvent('download')
  await alert.getByRole('button', { name: 'Download resume' }).click()
  await started
  expect(errors).toEqual([])
})

const FONT = 'node_modules/@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff'

test('a resume with an embedded font is readable, even if the font is broken', { tag: '@full' }, async ({ page }) => {
  const reports: string[] = []
  page.on('console', (said) => /Content Security Policy/.test(said.text()) && reports.push(said.text()))
  await receive(page, await writtenPdf({ font: FONT }, 'Nights in Zürich'))
  await openOne(page)
  const box = page.getByRole('region', { name: /Page Up/ })
  await expect(box).toContainText('Nights in Zürich', { timeout: 60_000 })
  await page.unroute(RESUME)
  await receive(page, brokenFont())
  await page.reload()
  await expect(box).toContainText('First page', { timeout: 60_000 })
  await expect(box.getByText('Second page')).toBeAttached({ timeout: 60_000 })
  expect(reports).toEqual([])
})

test('next to an interviewer’s form, too, only the resume page with nested forms is left out', { tag: '@full' }, async ({ page }) => {
  await interviews.openDesk()
  try {
    await receive(page, formBomb())
    await page.route(/\/api\/interviewer_feedback\/desk/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), has_resume: true } })
    })
    await storeSession(page, 'interviewer', interviews.session)
    await page.goto(interviews.linkTo(interviews.candidates[0]!.user_session_id))
    await page.getByText('Resume', { exact: true }).click()
    await expectRejected(page)
  } finally {
    await interviews.closeDesk()
  }
})
