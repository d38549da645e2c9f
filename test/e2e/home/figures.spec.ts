import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { admin, openOffice, product } from '../setup/office.ts'
import { storeSession, watch } from '../setup/product.ts'

openOffice()
test.beforeEach(({ page }) => storeSession(page, 'admin', admin))

test('charts show figures for one role or all, for any period, with tables and definitions, by keyboard and as CSV', { tag: '@full' }, async ({ page }) => {
  const errors = watch(page)
  await page.goto(`${product.url}/admin/dashboard`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Figures' }).click()
  const stages = page.getByRole('figure', { name: 'Stages' })
  await expect(stages.getByText('Was invited to interviews, regardless of the outcome.')).toBeVisible()
  await expect(stages).toContainText(/Applied: \d+\. Accepted an offer: (\d+|fewer than 5)\./)
  for (const name of ['From published to accepted', 'Where the time went', 'Links people used', 'Replies on time']) {
    await expect(page.getByRole('figure', { name })).toBeVisible()
  }
  await page.getByRole('button', { name: /^Show as table.*Stages$/ }).press('Enter')
  await expect(page.getByRole('table', { name: 'Stages' }).getByRole('row')).toHaveCount(6)
  await expect(page.getByRole('table', { name: 'Stages' }).getByRole('rowheader')).toHaveText(['Applied', 'Looked at', 'Interviewing', 'Offered', 'Accepted'])
  await expectAccessible(page)

  await page.getByRole('radio', { name: 'All time' }).press('ArrowLeft')
  await expect(page.getByText('People who applied in the last 12 months.')).toBeVisible()
  await expect(page).toHaveURL(/days=365/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export to CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('"Figure","Of","Value","Unit","Definition"')
  expect(text).toContain('"Role","All roles","365","days"')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${product.url}/admin/roles?role=1&tab=figures`)
  await expect(page.getByRole('link', { name: 'Figures', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(stages).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Export to CSV' })).toBeHidden()
  await expect(stages).toBeVisible()
  expect(errors).toEqual([])
})
