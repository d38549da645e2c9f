import { expect, test } from '@playwright/test'
import { storeSession } from '../setup/product.ts'
import { closeHome, open, openHome, session } from '../setup/home.ts'

test.beforeAll(openHome)
test.afterAll(closeHome)
test.beforeEach(({ context }) => storeSession(context, 'admin', session))

test('on the first day, the home screen lists first steps until someone hides them', { tag: '@full' }, async ({ page }) => {
  await open(page)
  const steps = page.getByRole('region', { name: 'Start here' })
  await expect(steps.getByRole('listitem').first()).toBeVisible()
  const waiting = page.getByRole('region', { name: 'For you' })
  await expect(waiting.getByRole('link', { name: /^New applications/ }), 'all of the period is new').toBeVisible()
  const review = steps.getByRole('link', { name: /^Review [\d,]+ new applications?$/ })
  const count = (await review.innerText()).match(/[\d,]+/)![0]
  await review.click()
  await expect(page).toHaveURL(/\/admin\/applications\/all\/5\/30$/)
  await expect(page.getByRole('status').getByText(new RegExp(`^${count} applicants?`))).toBeVisible()

  await page.goBack()
  await page.reload()
  await expect(steps, 'still the same day').toBeVisible()
  await steps.getByRole('button', { name: 'Hide these steps' }).click()
  await expect(steps).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Days in a status' })).toBeVisible()
  await expect(steps).toHaveCount(0)
})
