import { expectAccessible } from '../setup/accessible.ts'
import { expect, test } from '@playwright/test'
import { ADMIN, storeSession } from '../setup/product.ts'
import { openHome, closeHome, product, session, open } from '../setup/home.ts'

test.describe.configure({ mode: 'serial' })
test.beforeAll(openHome)
test.afterAll(closeHome)
test.beforeEach(({ context }) => storeSession(context, 'admin', session))

/** Adds a license that expires in 20 days to an applicant assigned to the signed-in person. */
async function listExpiringLicense(): Promise<void> {
  const [{ id }] = (await product.query('select user_session_id as id from user_session where ref_application_status_id = 5 order by 1 limit 1')) as [
    { id: number },
  ]
  await product.ask({ path: `/api/applicants/${id}/assignment`, method: 'PUT', body: { email: ADMIN }, as: session })
  await product.query(`insert into license_holder (user_session_id, home_state) values (${id}, 'TX')`)
  await product.query(`insert into license (user_session_id, place, license_type, license_state, is_multistate, is_in_progress, privileges, expires_on, reminded_days)
    values (${id}, 1, 'RN', 'TX', false, false, '{}', current_date + 20, 30)`)
}

test("the home screen lists what's waiting and has a card for each area; every number matches the rows it links to", async ({ page }) => {
  await listExpiringLicense()
  await open(page)
  for (const name of ['Applications', 'Roles', 'Email Templates', 'Questions', 'Interview Instructions', 'Interviewers']) {
    await expect(page.getByRole('region', { name: 'Manage' }).getByRole('link', { name, exact: true })).toBeVisible()
  }
  const forYou = page.getByRole('region', { name: 'For you' })
  await expect(forYou.getByRole('link', { name: 'Licenses expiring' })).toContainText('1')
  const waiting = ['Feedback missing', 'Drafts to review', 'Not reviewed yet', 'Waiting under review', 'Licenses expiring']
  for (const name of ['Interview declined', 'Email not delivered', ...waiting]) {
    const card = forYou.getByRole('link', { name })
    // Empty worklists are listed by name, without a link.
    if ((await forYou.getByText('None: ').innerText()).includes(name.toLowerCase())) {
      await expect(card).toHaveCount(0)
      continue
    }
    const count = Number((await card.innerText()).match(/\d+/)![0])
    await card.click()
    await expect(page.getByRole('heading', { level: 2, name })).toBeFocused()
    await expect(page.getByRole('table', { name }).getByRole('row')).toHaveCount(count + 1)
  }
})

test('a status in the chart links to exactly its applicants', async ({ page }) => {
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

test('each chart has a one-sentence summary and a table, reachable by keyboard, and the period is in the URL', async ({ page }) => {
  await open(page, '/admin/dashboard?days=90')
  await expect(page.getByRole('link', { name: '90 days' })).toHaveAttribute('aria-current', 'true')
  for (const name of ['Applications per week', 'From application to offer', 'Days in a status', 'Where they are now']) {
    const chart = page.getByRole('figure', { name })
    await expect(chart.locator('figcaption')).not.toBeEmpty()
    const bars = await chart.getByRole('listitem').count()
    await chart.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => chart.getByRole('table').getByRole('row').count()).toBeGreaterThan(Math.min(bars, 3))
  }
  await page.getByRole('link', { name: '12 months' }).click()
  await expect(page).toHaveURL(/days=365/)
})

test(
  'on a phone, the bottom bar and its More menu lead to every screen and mark the current one, and the menu closes after navigation',
  { tag: '@full' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page)
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
    await bar.getByRole('link', { name: 'Applicant Review' }).click()
    await expect(page).toHaveURL(/\/admin\/applications$/)
    await expect(bar.getByRole('link', { name: 'Applicant Review' })).toHaveAttribute('aria-current', 'page')
    const more = page.getByRole('button', { name: 'More' })
    await more.click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await drawer.getByRole('link', { name: 'Edit Roles' }).click()
    await expect(page).toHaveURL(/\/admin\/roles$/)
    await expect(drawer).toHaveCount(0)
    await expect(more).toHaveAttribute('aria-current', 'true')
    await more.click()
    await expect(drawer.getByRole('link', { name: 'Edit Roles' })).toHaveAttribute('aria-current', 'page')
  },
)

test('in a narrow window the menu is a drawer that marks the current screen and closes after navigation', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 844 })
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
  test(`the home screen is accessible in ${colorScheme}: charts as tables, and the palette`, { tag: ['@access', '@full'] }, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 768, height: 800 })
    await open(page, '/admin/dashboard?list=feedback-missing&days=90')
    await expect(page.getByRole('table', { name: 'Feedback missing' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    const charts = page.getByRole('figure')
    for (let place = 0; place < 4; place++) await charts.nth(place).getByRole('button').press('Enter')
    await expectAccessible(page)
    await page.keyboard.press('Control+k')
    await expect(page.getByPlaceholder(/Find an applicant/)).toBeFocused()
    await expectAccessible(page)
  })
}
