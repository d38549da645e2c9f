import { expect, test, type Locator, type Page } from '@playwright/test'
import { bombOfForms, bombOfPixels } from '../../setup/hostile-pdfs.ts'
import * as interviews from '../setup/interviewer-desk.ts'
import { carry } from '../setup/product.ts'
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

/** A blocked page is replaced, possibly while it's being scrolled to. */
const bring = (place: Locator) => expect(() => place.scrollIntoViewIfNeeded({ timeout: 5_000 })).toPass({ timeout: 60_000 })

/** The first page is blocked, the second is rendered, and the file can be downloaded. */
async function expectRefused(page: Page): Promise<void> {
  const first = page.getByRole('group', { name: 'Page 1' })
  await bring(first)
  await expect(first).toContainText('This page can’t be shown here', { timeout: 60_000 })
  const second = page.getByRole('group', { name: 'Page 2' })
  await bring(second)
  await expect(second).toContainText('Second page')
  const started = page.waitForEvent('download')
  await first.getByRole('button', { name: 'Download resume' }).click()
  expect((await started).suggestedFilename()).toMatch(/^resume-\d+\.pdf$/)
}

test('a resume with nested forms that would take gigabytes loses only that page', async ({ page }) => {
  await receive(page, bombOfForms())
  await openOne(page)
  await expectRefused(page)
})

test('a picture of 30,000 by 30,000 pixels is not rendered, and the page says so', async ({ page }) => {
  await receive(page, bombOfPixels())
  await openOne(page)
  await expectRefused(page)
})

test('the same next to an interviewer’s form', { tag: '@full' }, async ({ page }) => {
  await interviews.openDesk()
  try {
    await receive(page, bombOfForms())
    await page.route(/\/api\/interviewer_feedback\/desk/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), has_resume: true } })
    })
    await carry(page, 'interviewer', interviews.session)
    await page.goto(interviews.linkTo(interviews.candidates[0]!.user_session_id))
    await page.getByText('Resume', { exact: true }).click()
    await expectRefused(page)
  } finally {
    await interviews.closeDesk()
  }
})
