import { expect, test } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { admin, openOffice, product } from '../setup/office.ts'
import { carry, watch } from '../setup/product.ts'

openOffice()
test.beforeEach(({ page }) => carry(page, 'admin', admin))

test('a second role is copied from the first, previewed, published in a few clicks, paused and closed', { tag: '@full' }, async ({ page }) => {
  const faults = watch(page)
  await page.goto(`${product.url}/admin/roles`)
  await page.getByRole('button', { name: 'Duplicate Telehealth Nurse Practitioner' }).click()
  await expect(page.getByText("Draft 'Copy of Telehealth Nurse Practitioner' created.")).toBeVisible()
  await page.getByRole('textbox', { name: 'Role name' }).fill('Night Nurse Practitioner')
  await page.getByRole('textbox', { name: 'License states' }).fill('NY')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Role updated successfully.')).toBeVisible()

  const id = new URL(page.url()).searchParams.get('role')!
  const visit = async (path: string) => (await page.request.get(product.url + path, { maxRedirects: 0 })).status()
  expect(await visit(`/roles/${id}`)).toBe(404)
  const preview = await page.context().newPage()
  await preview.goto(product.url + (await page.getByRole('link', { name: 'Preview' }).getAttribute('href'))!)
  await expect(preview.getByRole('heading', { name: 'Night Nurse Practitioner' })).toBeVisible()
  await expect(preview.getByText("Preview: this role isn't published yet.")).toBeVisible()
  await expectAccessible(preview)
  await preview.close()

  const choose = async (state: string) => {
    await page.getByRole('radio', { name: state }).check()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Role updated successfully.')).toBeVisible()
  }
  await choose('Published')
  expect(await visit(`/roles/${id}`)).toBe(200)
  await choose('Paused')
  await expect(page.getByRole('link', { name: 'View page' })).toBeVisible()
  expect([await visit(`/roles/${id}`), await visit(`/roles/${id}/apply`)]).toEqual([200, 303])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await choose('Closed')
  expect(await visit(`/roles/${id}`)).toBe(410)
  await page.goto(`${product.url}/admin/roles`)
  await expect(page.getByRole('row', { name: /Night Nurse Practitioner/ })).toContainText('Closed')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(faults).toEqual([])
})
