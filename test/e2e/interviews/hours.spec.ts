import { expect, test, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { ADMIN, storeSession, INTERVIEWER, openProduct, watch, type Product } from '../setup/product.ts'

const PICTURES = process.env['PICTURES']
let product: Product
test.beforeAll(async () => {
  product = await openProduct()
})
test.afterAll(() => product?.close())

async function openDialog(page: Page): Promise<Locator> {
  await storeSession(page, 'interviewer', await product.signIn(INTERVIEWER, 'interviewer'))
  await page.goto(`${product.url}/interviewer/dashboard`)
  await page.getByRole('button', { name: 'Your hours' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('group', { name: 'Monday' })).toBeVisible()
  return dialog
}

test(
  'an interviewer sets hours with pickers and sees what candidates will be offered; staff can see and change the hours',
  { tag: '@full' },
  async ({ page, browser }) => {
    const errors = watch(page)
    const dialog = await openDialog(page)
    await expectAccessible(page)
    await dialog.getByRole('combobox', { name: 'Time zone' }).click()
    await page.getByRole('option', { name: 'Central Time (Chicago)' }).click()
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Friday']) await dialog.getByRole('button', { name: `Remove ${day}, 9:00 AM to 5:00 PM` }).click()
    const thursday = dialog.getByRole('group', { name: 'Thursday' })
    await thursday.getByLabel('Thursday, until').fill('08:00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    expect(await thursday.getByLabel('Thursday, until').evaluate((field: HTMLInputElement) => field.validationMessage)).toBe('The end must be after the start.')
    await thursday.getByLabel('Thursday, until').fill('11:00')

    const offered = dialog.getByRole('region', { name: 'What candidates are offered' })
    await expect(offered.getByRole('listitem')).not.toHaveCount(0)
    await expect(offered.getByRole('listitem').last()).toHaveText(/^Thu, \w+ \d+: every half hour from 9:00 AM to 10:00 AM$/)
    const days = await offered.getByRole('listitem').count()
    const last = new Date(`${/\w+ \d+/.exec((await offered.getByRole('listitem').last().textContent())!.slice(5))![0]}, ${new Date().getFullYear()} 12:00`)
    if (last < new Date()) last.setFullYear(last.getFullYear() + 1)
    await dialog.getByLabel('First day off').fill(last.toLocaleDateString('en-CA'))
    await expect(offered.getByRole('listitem')).toHaveCount(days - 1)
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/hours.png` })
    await dialog.getByRole('button', { name: 'Add days off' }).click()
    await expect(dialog.getByRole('button', { name: /^Remove Thu, / })).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('We saved your hours.')).toBeVisible()
    expect(errors).toEqual([])

    await changeAsStaff(await browser.newPage({ baseURL: product.url }))
    await page.reload()
    await page.getByRole('button', { name: 'Your hours' }).click()
    await expect(page.getByRole('dialog').getByLabel('Friday, from')).toHaveValue('09:00')
  },
)

test('if the response is lost when people save their own hours, the hours count as saved and are sent only once', { tag: '@full' }, async ({ page }) => {
  const dialog = await openDialog(page)
  let sent = 0
  await page.route('**/own-calendar', async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    sent++
    expect((await route.fetch()).status()).toBe(200)
    await route.abort()
  })
  await dialog.getByLabel('Max interviews a day').fill('3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('We saved your hours.')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(sent).toBe(1)
})

/** Goes from the list of interviewers to one person's hours, and adds Friday. */
async function changeAsStaff(page: Page): Promise<void> {
  await storeSession(page, 'admin', await product.signIn(ADMIN, 'admin'))
  await page.goto('/admin/interviewers')
  await page.getByRole('link', { name: 'Hours of Ambrose Kittredge-Bai' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Thursday, until')).toHaveValue('11:00')
  await expect(dialog.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Central Time (Chicago)')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add hours on Friday' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText("We saved Ambrose Kittredge-Bai's hours.")).toBeVisible()
  await expect(dialog).toBeHidden()
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/week.png` })
  await page.close()
}
