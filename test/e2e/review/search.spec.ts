import { expect, test, type Page } from '@playwright/test'
import { stopClock } from '../setup/clock.ts'
import { expectAccessible } from '../setup/accessible.ts'
import { closeDesk, enter, list, openDesk, product, sessions } from '../setup/review-desk.ts'

test.describe.configure({ mode: 'default' })
test.beforeAll(openDesk)
test.afterAll(closeDesk)

const LIST = '/admin/applications/all/all/400'

async function searchFor(page: Page, words: string): Promise<void> {
  await page.getByLabel('Search answers and resumes').fill(words)
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('q') === words)
  await expect(page.getByText(/ match(, newest first)?$/)).toBeVisible()
}

test('searching for a word in a resume finds its applicants and highlights it in the list and the resume', async ({ page }) => {
  await enter(page, LIST)
  await page.getByLabel('Show identifiable information').check()
  await searchFor(page, 'spreadsheets')
  await expect(page.getByRole('columnheader', { name: 'Found in' })).toBeVisible()
  const found = page.locator('tbody td[data-kind="found"]').filter({ hasText: 'Resume' }).first()
  await expect(found.locator('mark')).toHaveText(/^spreadsheets$/i)
  await expectAccessible(page)
  await found.click()
  await expect(page.getByLabel('Find in the resume')).toHaveValue('spreadsheets')
  await expect(page.getByText(/^[1-9] times? on 1 page/)).toBeVisible()
})

test('with names hidden, a search highlights what it found in a resume, and searching for a name finds no one', async ({ page }) => {
  const everybody = await list(sessions[0]!, 'all', 'identifiable=true&days_ago=400')
  await enter(page, LIST)
  await searchFor(page, 'spreadsheets')
  await page.locator('tbody td[data-kind="found"]').filter({ hasText: 'Resume' }).first().click()
  await expect(page.getByText('Found in the resume:').locator('mark')).toHaveText(/^spreadsheets$/i)
  await page.goBack()
  await expect(page.locator('tbody td[data-kind="found"]').first()).toBeVisible()
  await searchFor(page, everybody[0]!.last_name)
  await expect(page.locator('tbody tr[aria-rowindex]')).toHaveCount(0)
})

test('Ctrl+K finds a person and lists all their applications, with the reason they belong together', async ({ page }) => {
  const everybody = await list(sessions[0]!, 'all', 'identifiable=true&days_ago=400')
  const [email, theirs] = [...Map.groupBy(everybody, (one) => one.email)].find(([, all]) => all.length > 1)!
  await enter(page, LIST)
  await page.getByLabel('Show identifiable information').check()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Find an applicant/).fill(email)
  await page.getByText("This person's applications, emails, files, interviews and decisions").first().click()
  await expect(page).toHaveURL(/\/admin\/person\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${theirs[0]!.first_name} ${theirs[0]!.last_name}`)
  await expect(page.getByText(/^Same email address/).first()).toBeVisible()
  await expect(page.getByRole('article')).not.toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/admin\/applications\/\d+\/all\/36500\/\d+$/)
  await page.getByRole('link', { name: 'All applications by this person' }).click()
  await expect(page).toHaveURL(/\/admin\/person\/\d+$/)
})

test('links to what was found include the search even before the URL does', { tag: '@full' }, async ({ page }) => {
  await page.clock.install()
  await enter(page, LIST)
  await expect(page.locator('tbody tr[aria-rowindex]').first()).toBeVisible()
  await stopClock(page)
  await page.getByLabel('Search answers and resumes').fill('spreadsheets')
  const row = page.locator('tbody tr').filter({ has: page.locator('td[data-kind="found"]') })
  await expect(row.first().locator('[data-row]')).toHaveAttribute('href', /[?&]q=spreadsheets/)
  await expect(page).not.toHaveURL(/q=/)
})

test('the search field keeps up with a fast typist on a slow computer, and follows Back and Clear', { tag: '@full' }, async ({ page }) => {
  await enter(page, LIST)
  const field = page.getByLabel('Search answers and resumes')
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 12 })
  await field.pressSequentially('patients and their families at home', { delay: 5 })
  await expect(field).toHaveValue('patients and their families at home')
  await expect(page).toHaveURL(/q=patients\+and\+their\+families\+at\+home/)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await expect(page.getByText(/ match(, newest first)?$/)).toBeVisible()

  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(field).toHaveValue('')
  await expect(page).not.toHaveURL(/q=/)
  await page.goto(`${product.url}${LIST}?q=night`)
  await expect(field).toHaveValue('night')
})
