import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { ADMIN, carry, openProduct, type Product, type Session } from './setup/product.ts'

let product: Product
let session: Session

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  product = await openProduct()
  session = await product.signIn(ADMIN, 'admin')
})
test.afterAll(() => product.close())
test.beforeEach(({ context }) => carry(context, 'admin', session))

async function open(page: Page, path = '/admin/dashboard'): Promise<void> {
  await page.goto(product.url + path)
  await expect(page.getByRole('heading', { name: 'Days in a status' })).toBeVisible()
}

test('the home has a card for each place, and the number of a card is the number of rows behind it', async ({ page }) => {
  await open(page)
  for (const name of ['Applications', 'Roles', 'Email Templates', 'Questions', 'Interview Instructions', 'Interviewers']) {
    await expect(page.getByRole('region', { name: 'Manage' }).getByRole('link', { name, exact: true })).toBeVisible()
  }
  for (const name of ['Not reviewed yet', 'Waiting under review', 'Feedback missing', 'Drafts to review', 'Email not delivered']) {
    const card = page.getByRole('region', { name: 'Waiting for you' }).getByRole('link', { name })
    const count = Number((await card.innerText()).match(/\d+/)![0])
    await card.click()
    await expect(page.getByRole('heading', { level: 2, name })).toBeFocused()
    const list = page.getByRole('table', { name })
    if (count === 0) await expect(page.getByText('No one is on this list.')).toBeVisible()
    else await expect(list.getByRole('row')).toHaveCount(count + 1)
  }
})

test('a status of the chart leads to exactly its applicants', async ({ page }) => {
  await open(page)
  const chart = page.getByRole('figure', { name: 'Where they are now' })
  const row = chart.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Under Review' }) })
  const count = Number((await row.innerText()).match(/\d+/)![0])
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/\/admin\/applications\/all\/4\/30$/)
  const listed = await product.ask({ path: '/api/user-session/applicants_with_answers/all?days_ago=30&ref_application_status_id=4', as: session })
  expect(listed.body).toHaveLength(count)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('each chart has a sentence and the same as a table, by keyboard; the period is in the address', async ({ page }) => {
  await open(page, '/admin/dashboard?days=90')
  await expect(page.getByRole('link', { name: '90 days' })).toHaveAttribute('aria-current', 'true')
  for (const name of ['Applications per week', 'From application to offer', 'Days in a status', 'Where they are now']) {
    const chart = page.getByRole('figure', { name })
    await expect(chart.locator('figcaption')).not.toBeEmpty()
    const bars = await chart.getByRole('listitem').count()
    await chart.getByRole('button').focus()
    await page.keyboard.press('Enter')
    expect(await chart.getByRole('table').getByRole('row').count()).toBeGreaterThan(Math.min(bars, 3))
  }
  await page.getByRole('link', { name: '12 months' }).click()
  await expect(page).toHaveURL(/days=365/)
})

test('Ctrl+K goes anywhere by its name, and only to what exists', async ({ page }) => {
  await open(page)
  await page.keyboard.press('Control+k')
  const search = page.getByPlaceholder('Find an applicant, a page, a role or a setting')
  await expect(search).toBeFocused()
  await search.fill('nothing like this')
  await expect(page.getByText('No results.')).toBeVisible()
  await search.fill('questions')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/questions$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Find an applicant/).fill('dark')
  await page
    .getByRole('button', { name: 'Dark appearance' })
    .or(page.getByRole('option', { name: 'Dark appearance' }))
    .click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('an applicant is found by alias from anywhere and opened with Enter', async ({ page }) => {
  await open(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Find an applicant/).fill('10')
  const found = page
    .getByRole('dialog')
    .getByText(/^Applicant [0-9A-F]{4}$/)
    .first()
  await expect(found).toBeVisible()
  const alias = (await found.textContent())!
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/applications\/\d+\/all\/36500\/\d+$/)
  await expect(page.getByText(alias).first()).toBeVisible()
})

test('a role is found by its name and opens its applicants', async ({ page }) => {
  await open(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Find an applicant/).fill('telehealth')
  await page.getByText('Telehealth Nurse Practitioner').last().click()
  await expect(page).toHaveURL(/\/admin\/applications\/\d+\/all\/30$/)
})

test('? shows the keys as a table; switched off, single keys do nothing', async ({ page }) => {
  await open(page)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys' })
  await expect(help.getByRole('table', { name: 'Everywhere' }).getByRole('row')).toHaveCount(2)
  await help.getByRole('switch', { name: 'Single keys act' }).press(' ')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await page.keyboard.press('?')
  await page.waitForTimeout(300)
  await expect(help).toHaveCount(0)
  await page.getByRole('button', { name: 'Keys' }).click()
  await expect(help).toBeVisible()
})

test('a slow answer says so after five seconds, and waiting can be stopped', async ({ page }) => {
  await open(page)
  let answer = () => {}
  await page.route(
    '**/api/dashboard?**',
    (route) =>
      new Promise<void>(
        (resolve) =>
          (answer = () =>
            void route
              .continue()
              .catch(() => {})
              .then(() => resolve())),
      ),
  )
  await page.goto(`${product.url}/admin/dashboard?days=365`)
  await expect(page.getByText('Still trying (attempt 1 of 4)')).toBeVisible({ timeout: 9_000 })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('Stopped waiting for the server.')
  await expect(page.getByText('Still trying')).toHaveCount(0)
  answer()
  await page.unroute('**/api/dashboard?**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Days in a status' })).toBeVisible()
})

test('a refused connection is said within ten seconds', async ({ page }) => {
  await open(page)
  await page.route('**/api/dashboard?**', (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: '12 months' }).click()
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('API call failed after 3 retries', { timeout: 10_000 })
})

test('a part of a page that does not arrive is said, and can be asked for again', async ({ page }) => {
  await page.clock.install()
  await open(page)
  let arrive = () => {}
  const late = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(/\/assets\/role-editor-screen.*\.js/, async (route) => {
    await late
    await route.continue().catch(() => {})
  })
  await page.getByRole('link', { name: 'Edit Roles' }).click()
  await page.clock.fastForward(119_000)
  await expect(page.getByRole('heading', { name: 'Loading chunk failed' })).toHaveCount(0)
  await page.clock.fastForward(2_000)
  await expect(page.getByRole('heading', { name: 'Loading chunk failed' })).toBeVisible()
  arrive()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Function Role Editor' })).toBeVisible()
})

test('on a narrow screen the menu is a drawer that marks the current page and closes on arrival', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await drawer.getByRole('link', { name: 'Edit Roles' }).click()
  await expect(page).toHaveURL(/\/admin\/roles$/)
  await expect(drawer).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(drawer.getByRole('link', { name: 'Edit Roles' })).toHaveAttribute('aria-current', 'page')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`nothing of the home keeps anybody out, in ${colorScheme}: charts as tables, and the palette`, { tag: '@access' }, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 768, height: 800 })
    await open(page, '/admin/dashboard?list=feedback-missing&days=90')
    await expect(page.getByRole('table', { name: 'Feedback missing' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    const charts = page.getByRole('figure')
    for (let place = 0; place < 4; place++) await charts.nth(place).getByRole('button').press('Enter')
    await expectAccessible(page)
    await page.keyboard.press('Control+k')
    await expect(page.getByPlaceholder(/Find an applicant/)).toBeFocused()
    await page.waitForTimeout(400)
    await expectAccessible(page)
  })
}
